import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Idioma',
  theme: 'Tema',
  systemTheme: 'Tema del sistema',
  lightTheme: 'Tema claro',
  darkTheme: 'Tema oscuro',
  supportContact: 'Puedes contactar con el equipo de soporte de <organisation/> aquí: <contact/>',

  loading: 'Cargando…',
  close: 'Cerrar',
  cancel: 'Cancelar',
  tryAgain: 'Reintentar',
  pleaseTryAgain: 'Inténtalo de nuevo',
  pleaseTryAgainLater: 'Inténtalo de nuevo en un momento.',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar. Selecciona el texto.',
  toasts: { label: 'Notificaciones (F8)', close: 'Cerrar la notificación' },
  passwordField: {
    show: (field: string) => `Mostrar ${field.toLowerCase()}`,
    hide: (field: string) => `Ocultar ${field.toLowerCase()}`,
    capsLock: 'Bloq Mayús está activado',
  },
  timeAgo: {
    now: 'ahora mismo',
    minutes: (minutes: number) => `hace ${minutes} min`,
    hours: (hours: number) => `hace ${hours} h`,
    days: (days: number) => plural('es', days, { one: 'hace # día', many: 'hace # de días', other: 'hace # días' }),
  },
  captcha: {
    label: 'No soy un robot',
    verifying: 'Verificando…',
    slow: 'Seguimos verificando; puede tardar un minuto',
    verified: 'Verificado',
    expired: 'Ha expirado, vuelve a marcar la casilla',
    failed: 'No se pudo verificar, inténtalo de nuevo',
    loading: 'Cargando el captcha…',
    blocked: 'No se pudo cargar el captcha. Revisa tu conexión y tu bloqueador de anuncios.',
  },
  passkeyNotUsed: 'No se usó la llave de acceso. Inténtalo de nuevo o usa otro método.',

  unreachable: 'No se pudo conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  unwell: 'El servidor no pudo responder. Inténtalo de nuevo en un momento.',
  notLoaded: {
    title: 'No se puede cargar esta página',
    description: 'Puede que el portal se haya actualizado o que no tengas conexión.',
    reload: 'Recargar',
    overlayTitle: 'No se puede abrir',
    overlayDescription: 'Puede que el portal se haya actualizado o que no tengas conexión. Recarga la página.',
  },
  needsScript: 'Este portal necesita JavaScript. Actívalo y recarga la página.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Algo ha fallado', unknown: 'Se produjo un error' },
  offline: {
    page: 'No tienes conexión. Esta página continuará cuando la recuperes.',
    unsent: 'No tienes conexión. Lo enviaremos cuando la recuperes.',
  },

  title: 'Te damos la bienvenida',
  introduction: 'Introduce tu dirección de correo y te enviaremos un código para confirmar que es tuya.',
  haveAccount: '¿Tienes una cuenta? <link>Inicia sesión</link>',
  email: { label: 'Dirección de correo*', hint: 'Por ejemplo, nombre@example.com' },
  continue: 'Continuar',
  sending: 'Enviando…',
  suggestion: {
    question: '¿Querías decir <email/>?',
    accept: 'Sí, usar <domain/>',
    decline: 'No, dejar <domain/>',
  },
  codeSent: { title: 'Código enviado', description: 'Te enviamos un código de verificación por correo' },
  codeResent: { title: 'Código reenviado', description: 'Te enviamos un nuevo código de verificación por correo' },

  help: {
    label: 'Ayuda',
    need: 'Necesito ayuda',
    unavailable: 'No pudimos cargar las opciones. Inténtalo de nuevo.',
    title: '¿Con qué necesitas ayuda?',
    description: 'Elige una opción. No hace falta escribir nada.',
    reasons: {
      no_mail: 'No recibí el correo',
      wrong_address: 'Mi dirección es incorrecta',
      code_refused: 'No se acepta mi código',
      told_to_come: 'Alguien me dijo que viniera aquí',
    },
    toldToCome:
      'Nadie de <organisation/> pide códigos por teléfono ni por chat. Si alguien te dijo que vinieras aquí, termina la llamada o el chat y cierra esta página.',
    close: 'Cerrar',
    asked: 'Hemos avisado al equipo de soporte.',
    attended: 'El equipo de soporte te está ayudando.',
    chosen: (reason: string) => `Elegiste “${reason}”. Mantén esta página abierta. Verás la respuesta aquí.`,
    withdraw: 'Ya no necesito ayuda',
    chooseOther: 'Elegir otra opción',
  },

  prompt: {
    sender: 'Mensaje del equipo de soporte de <organisation/>',
    titles: { email: 'Falta tu dirección de correo', code: 'Código de verificación' },
    warning: 'Aquí solo va el código de nuestro correo (<sender/>). Nunca le digas tu código a nadie.',
    close: 'Entendido',
  },
  redirect: {
    moved: 'El equipo de soporte te redirigió aquí',
    emailFirst: 'El equipo de soporte quiere que introduzcas tu código. Introduce primero tu dirección de correo.',
    unknownHere: 'No encontramos tu solicitud de código. Introduce de nuevo tu dirección de correo.',
    dismiss: 'Descartar',
  },

  link: {
    title: 'Verificación',
    verifying: { title: 'Verificando…', description: 'Tardará solo un momento.' },
    verified: '¡Verificación completada!',
    access: 'Ya puedes acceder a <organisation/>',
    redirecting: (seconds: number) =>
      plural('es', seconds, {
        one: 'Te redirigiremos en # segundo…',
        many: 'Te redirigiremos en # de segundos…',
        other: 'Te redirigiremos en # segundos…',
      }),
    failed: 'No se pudo verificar',
    invalid: 'El token de verificación no es válido',
    invalidOrExpired: 'El token no es válido o ha expirado',
    unreachable: 'Se produjo un error de red',
    askForNew: 'Un enlace funciona una sola vez y durante poco tiempo. Pide uno nuevo donde obtuviste este.',
    incomplete: 'Este enlace está incompleto',
    openWhole:
      'Falta una parte de tu enlace. Abre el enlace completo: algunas apps de correo cortan los enlaces largos al final de la línea.',
    noToken: 'No se proporcionó ningún token de verificación',
    missingToken: 'Falta el parámetro del token',
    retry: 'Reintentar la verificación',
    continueWithout: 'Continuar sin el enlace',
  },
  notFound: {
    title: 'Página no encontrada',
    description: 'La página que buscas no existe o se ha movido.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Introduce el código',
    heading: 'Revisa tu correo',
    undelivered: 'No pudimos entregar tu código',
    label: 'Introduce el código*',
    hint: (digits: number) => `Los ${digits} dígitos de nuestro correo`,
    verifying: 'Verificando…',
    expired: 'Código expirado',
    expiredProblem: 'Este código ha expirado. Pide uno nuevo.',
    expiredToast: {
      title: 'Código expirado',
      description: 'Tu código de verificación ha expirado. Pide uno nuevo.',
    },
    tooManyWrong: 'Demasiados códigos incorrectos. Pide uno nuevo.',
    verified: { title: 'Listo', description: 'Tu dirección de correo se verificó correctamente' },
    failed: 'No se pudo verificar',
  },
  sentTo: {
    unknown: 'Tu código para <email/>',
    sending: 'Estamos enviando un código a <email/>',
    sent: (time: string) => `Enviamos un código ${/^0?1:/.test(time) ? 'a la' : 'a las'} ${time} a <email/>`,
    undelivered: 'Introdujiste <email/>',
    edit: 'Editar',
    correct: 'Corregir la dirección',
  },
  usual: {
    seconds: (seconds: number) =>
      plural('es', seconds, {
        one: 'Hoy, los correos a <domain/> suelen tardar alrededor de # segundo.',
        many: 'Hoy, los correos a <domain/> suelen tardar alrededor de # de segundos.',
        other: 'Hoy, los correos a <domain/> suelen tardar alrededor de # segundos.',
      }),
    minute: 'Hoy, los correos a <domain/> suelen tardar alrededor de un minuto.',
    minutes: (minutes: number) =>
      plural('es', minutes, {
        one: 'Hoy, los correos a <domain/> suelen tardar alrededor de # minuto.',
        many: 'Hoy, los correos a <domain/> suelen tardar alrededor de # de minutos.',
        other: 'Hoy, los correos a <domain/> suelen tardar alrededor de # minutos.',
      }),
  },
  undelivered: {
    delayed: 'Los correos a <domain/> llegan con retraso. Seguiremos intentándolo y te avisaremos en esta página.',
    expired: (minutes: number) =>
      plural('es', minutes, {
        one: 'No pudimos enviar el correo en # minuto. Pide un código nuevo o usa otra dirección.',
        many: 'No pudimos enviar el correo en # de minutos. Pide un código nuevo o usa otra dirección.',
        other: 'No pudimos enviar el correo en # minutos. Pide un código nuevo o usa otra dirección.',
      }),
    bounced: (reason: string) => `Nuestro correo fue devuelto. ${reason}`,
    reasons: {
      no_mailbox: 'En <domain/> no hay ningún buzón con este nombre. Comprueba que la dirección esté bien escrita.',
      mailbox_full: 'Este buzón está lleno. Libera espacio y pide un código nuevo, o usa otra dirección.',
      no_domain: '<domain/> no puede recibir correos. Revisa la parte que va después de la @.',
      no_smtputf8: 'No podemos enviar correos a nombres con estas letras en <domain/>. Usa otra dirección.',
      blocked: '<domain/> no acepta nuestros correos. Usa otra dirección.',
      other: '<domain/> rechazó nuestro correo. Revisa la dirección o usa otra.',
    },
  },
  timer: {
    label: 'Tiempo restante de este código',
    soon: 'queda menos de un minuto',
    minutes: (minutes: number) =>
      plural('es', minutes, {
        one: 'queda alrededor de # minuto',
        many: 'quedan alrededor de # de minutos',
        other: 'quedan alrededor de # minutos',
      }),
    expiresSoon: 'El código expira en menos de un minuto.',
    expired: 'El código ha expirado. Pide uno nuevo.',
  },
  resend: {
    send: 'Enviar un código nuevo',
    noEmail: '¿No recibiste el correo? <resend>Reenviar</resend>',
    isAddressRight: '¿La dirección es correcta? <resend>Reenviar</resend>',
    wait: {
      sentence: 'Podrás pedir un código nuevo en <time/>',
      soon: 'menos de un minuto',
      minutes: (minutes: number) =>
        plural('es', minutes, {
          one: 'alrededor de # minuto',
          many: 'alrededor de # de minutos',
          other: 'alrededor de # minutos',
        }),
    },
    possible: 'Ya puedes pedir un código nuevo.',
    checkSpam: '¿Aún no te llega? Revisa tu carpeta de spam. El correo viene de <sender/>',
  },
  safety: {
    label: 'Seguridad',
    onlyOurs: 'Introduce solo el código que te enviamos por correo. Viene de <sender/>',
    neverTell:
      'Nunca introduzcas códigos de otros servicios. Nunca le digas tu código a nadie: nadie de <organisation/> te pedirá que lo hagas.',
  },
  processing: {
    title: 'Procesando la solicitud',
    description: 'Estamos comprobando tu código. Mantén esta página abierta.',
    almostDone: 'Casi listo',
    timeLeft: 'Tiempo restante',
    clock: (seconds: number) => `${seconds} s`,
    secondsLeft: (seconds: number) =>
      plural('es', seconds, {
        one: 'queda # segundo',
        many: 'quedan # de segundos',
        other: 'quedan # segundos',
      }),
  },

  confirmed: {
    label: 'Confirmada',
    title: 'Dirección de correo confirmada',
    email: 'La dirección <email/> está confirmada para <organisation/>.',
    unnamed: 'Tu dirección está confirmada para <organisation/>.',
    leave: 'Ir a <host/>',
    orClose: 'O cierra esta página. Ya está todo listo.',
    close: 'Ya está todo listo y puedes cerrar esta página.',
    another: 'Confirmar otra dirección',
    myData: 'Ver o borrar lo que se guarda sobre ti',
  },
  site: {
    purpose: 'La dirección que confirmes aquí se enviará a <host/>.',
    done: '<host/> ha recibido tu dirección. Puedes cerrar esta ventana.',
  },
  halted: {
    title: 'Detente aquí',
    nobodyAsks: 'Nadie de <organisation/> pide códigos por teléfono ni por chat.',
    explanation:
      'Si alguien te dijo que abrieras esta página, que introdujeras algo aquí o que le dieras un código, no sigas. Puede que esté intentando entrar en una de tus cuentas.',
    whatToDo: 'Qué hacer',
    endCall: 'Termina la llamada o el chat.',
    closePage: 'Cierra esta página.',
    tellNobody: 'No le digas a nadie un código que hayas recibido por correo, por mensaje de texto o en una app.',
    changePassword:
      'Si le dijiste a alguien un código o una contraseña, cambia la contraseña ahora y llama a la empresa a la que corresponde. Busca el número por tu cuenta.',
    warned: 'Hemos alertado a los administradores de <organisation/>.',
    untilYouGoOn:
      'Hasta que elijas seguir, el equipo de soporte no puede mostrarte mensajes ni redirigirte a otra página.',
    goOn: 'Lo entiendo, seguir',
  },
  exit: {
    thanks: 'Gracias',
    confirmed: 'Tu dirección de correo está confirmada.',
    ended: 'Fin de la verificación',
    leavingFor: 'Estás saliendo de este portal para ir a <host/>',
    end: 'Este es el final de la verificación.',
    stay: 'Quedarme',
    tryAgain: 'Reintentar',
    failed: 'Inténtalo de nuevo en un momento.',
    stillHere: { title: 'Sigues aquí', description: 'La página que ibas a abrir ya no está en uso.' },
    closed: { title: 'Puedes cerrar esta página', description: 'Aquí no queda nada más por hacer.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Tus datos',
  introduction: 'Esto es lo que <organisation/> guarda sobre <email/>.',
  timeLeft: (minutes) =>
    plural('es', minutes, {
      one: 'Por tu seguridad, esta página se cierra en # minuto.',
      many: 'Por tu seguridad, esta página se cierra en # de minutos.',
      other: 'Por tu seguridad, esta página se cierra en # minutos.',
    }),
  failed: 'No se pudieron cargar tus datos',
  nothing: 'No se guarda nada sobre <email/>.',
  cut: 'Hay más de lo que se muestra aquí.',
  account:
    'También hay una cuenta con esta dirección. Aquí no se muestra ni se borra. <link>Inicia sesión</link> para verla.',
  held: (day) => `Por motivos legales debemos conservar esto hasta el ${day}. No puedes borrarlo antes.`,
  kinds: {
    registrations: 'Registro de cuenta',
    verified: 'Dirección confirmada',
    codes: 'Solicitudes de código',
    visits: 'Visitas',
    help: 'Solicitudes de ayuda',
    messages: 'Mensajes del equipo de soporte',
    log: 'Entradas del registro',
    audit: 'Entradas de auditoría',
    notifications: 'Avisos al equipo de soporte',
    emails: 'Correos enviados a ti',
    webhooks: 'Informes a otros sistemas',
  },
  about: {
    registrations: 'Una cuenta nueva que espera tu confirmación.',
    verified: 'Demuestra que la dirección es tuya.',
    codes: 'La dirección que escribiste y cuándo. Nadie puede leer el código.',
    visits: 'Tu navegador, tu dirección IP, la ubicación aproximada y la página.',
    help: 'Lo que pediste al equipo de soporte.',
    messages: 'Lo que el equipo de soporte te mostró aquí.',
    log: 'Qué ocurrió aquí y cuándo, por seguridad.',
    audit: 'Lo que hizo el equipo de soporte en relación contigo.',
    notifications: 'Lo que se comunicó al equipo de soporte sobre tu visita.',
    emails: 'Cuándo te escribimos y si llegó, sin el texto.',
    webhooks: 'El resultado, para el sistema que te envió aquí.',
  },
  fields: {
    username: 'Nombre de usuario',
    firstName: 'Nombre',
    lastName: 'Apellido',
    email: 'Dirección de correo',
    guestId: 'ID del navegador',
    ipAddress: 'Dirección IP',
    location: 'Ubicación',
    device: 'Dispositivo',
    language: 'Idioma',
    page: 'Página',
    views: 'Páginas vistas',
    action: 'Acción',
    kind: 'Tipo',
    title: 'Título',
    text: 'Texto',
    reason: 'Motivo',
    details: 'Detalles',
    outcome: 'Resultado',
    tries: 'Intentos',
    state: 'Estado',
    destination: 'Destino',
    token: 'ID del enlace',
    organisationId: 'ID en el otro sistema',
    claims: 'Del otro sistema',
    helped: 'Con ayuda del equipo de soporte',
    at: 'Hora',
    createdAt: 'Creado',
    seenAt: 'Visto por última vez',
    expiresAt: 'Caduca',
    usedAt: 'Usado',
    sentAt: 'Enviado',
    verifiedAt: 'Confirmado',
    deliveredAt: 'Entregado',
    haltedAt: 'Detenido por ti',
    bouncedAt: 'Devuelto',
  },
  download: 'Descargar como página',
  downloadJson: 'Descargar para programas (JSON)',
  made: (time) => `Creado el ${time}`,
  erase: 'Borrar todo',
  erasing: {
    title: '¿Borrar todo?',
    description: 'Se borrará todo lo que se guarda sobre <email/>. No se puede deshacer.',
    elsewhere: 'Solo afecta a este portal. Para los datos en otros sistemas, pregunta a <organisation/>.',
    confirm: 'Borrar definitivamente',
    failed: 'No se pudieron borrar tus datos',
  },
  stays: {
    title: 'Lo que se conserva',
    audit:
      'Registros de lo que hizo el equipo de soporte. Un nombre aleatorio que no lleva a ninguna parte sustituye al tuyo.',
    halt: 'Tu aviso de que alguien te dijo que vinieras aquí. Te protege hasta que decidas seguir.',
    account: 'Datos que pertenecen a la cuenta con esta dirección.',
    'staff-work': 'Registros de tu propio trabajo en el equipo de soporte.',
    until: (day) => `Lo eliminaremos el ${day}.`,
  },
  erased: {
    title: 'Tus datos se han borrado',
    description: 'Lo que se guardaba sobre <email/> ya no existe. Puedes cerrar esta página.',
  },
  over: { title: 'Confirma tu dirección', confirm: 'Confirmar la dirección' },
};

export const signIn: Messages['signIn'] = {
  title: 'Iniciar sesión',
  adminTitle: 'Inicio de sesión de administración',

  reasons: {
    signedOut: 'Se ha cerrado tu sesión. Inicia sesión de nuevo.',
    reLogin: 'Por tu seguridad, inicia sesión de nuevo.',
  },
  user: {
    heading: 'Portal de usuarios',
    subtitle: 'Autenticación de usuarios',
    login: 'Iniciar sesión',
    register: 'Registrarse',
    submit: 'Iniciar sesión',
    pending: 'Iniciando sesión…',
    done: 'Has iniciado sesión',
    failed: 'No se pudo iniciar sesión',
    refused: 'El nombre de usuario o la contraseña no son correctos',
    forgotPassword:
      'El equipo de soporte puede darte una contraseña temporal. Inicias sesión con ella y eliges una nueva.',
  },
  admin: {
    heading: 'Portal de administración',
    subtitle: 'Acceso solo para administradores',
    submit: 'Acceder al panel',
    pending: 'Autenticando…',
    done: 'Has iniciado sesión en el panel de administración',
    failed: 'No se pudo iniciar sesión en el panel de administración',
    refused: 'Las credenciales de administración no son correctas',
    forgotPassword:
      'Otro administrador puede darte una contraseña temporal en la gestión de usuarios (“User Management”). Si no hay otro administrador, puede hacerlo la persona que gestiona el servidor, con “<command/>”.',
    backToUserLogin: 'Volver al inicio de sesión de usuarios',
  },
  denied: {
    pageTitle: 'Administración',
    title: 'Acceso denegado',
    loading: 'Cargando el panel de administración…',
    redirecting: 'Se necesita acceso de administrador. Redirigiendo…',
    privilegesRequired: 'Se necesitan permisos de administrador',
    role: 'Rol actual: usuario',
  },
  username: 'Nombre de usuario',
  password: 'Contraseña',
  enterUsername: 'Introduce tu nombre de usuario',
  enterPassword: 'Introduce tu contraseña',
  forgotPassword: '¿Olvidaste tu contraseña?',
  withPasskey: 'Usar una llave de acceso',
  or: 'o',
  withSso: 'Usar el inicio de sesión único',

  secondStep: {
    title: 'Un paso más',
    description: 'Tu contraseña es correcta. Ahora confirma que eres tú.',
    usePasskey: 'Usar una llave de acceso',
    appCode: 'Código de tu app',
    recoveryCode: 'Código de recuperación',
    worksOnce: 'Cada código funciona una sola vez',
    continue: 'Continuar',
    checking: 'Comprobando…',
    useRecoveryCode: 'Usar un código de recuperación',
    useAppCode: 'Usar el código de tu app',
    startOver: 'Empezar de nuevo',
  },

  noRegistration: {
    title: 'El equipo de soporte crea las cuentas',
    description:
      'Para obtener una cuenta, contacta con el equipo de soporte e indica tu nombre y tu dirección de correo. El equipo la creará y te enviará lo que necesitas para iniciar sesión.',
    copyContact: 'Copiar el contacto de soporte',
  },
  register: {
    email: 'Dirección de correo',
    emailHint: 'Te enviaremos un código para verificarla',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    optional: 'Opcional',
    passwordHint: (least: number) =>
      plural('es', least, {
        one: 'Al menos # carácter',
        many: 'Al menos # de caracteres',
        other: 'Al menos # caracteres',
      }),
    submit: 'Crear cuenta',
    pending: 'Creando la cuenta…',
    haveCode: '¿Tienes un código de nuestro correo? <link>Verifica tu dirección</link>',
    done: 'Tu cuenta se creó correctamente',
    doneUnverified: {
      title: 'Registro completado',
      description: 'Revisa tu correo para verificar tu cuenta.',
    },
    failed: 'No se pudo completar el registro',
    failedReason: 'No se pudo crear la cuenta',
  },
  verifyEmail: {
    title: 'Verifica tu dirección de correo',
    subtitle: 'Un paso más para tener tu cuenta',
    backToLogin: 'Volver al inicio de sesión',
    sentTo: 'Enviamos un correo a <email/>',
    enterCode: 'Introduce el código de nuestro correo o abre el enlace que contiene.',
    code: 'Código de verificación',
    codeHint: 'El enlace de nuestro correo lo completa por ti',
    codeFilledIn: 'Completado por el enlace que abriste',
    codeMissing: 'Introduce el código de nuestro correo',
    submit: 'Verificar dirección',
    pending: 'Verificando…',
    done: '¡Dirección de correo verificada! Ya puedes iniciar sesión.',
    failed: 'No se pudo verificar',
    invalid: 'El código de verificación no es válido',
  },
  resend: {
    title: '¿Aún no te llega el correo?',
    description: 'Puede tardar unos minutos. Revisa también tu carpeta de spam. El correo viene de <sender/>',
    email: 'Dirección de correo',
    emailHint: 'La que usaste para registrarte en este navegador',
    noAddress: 'No hay ninguna dirección de correo para el reenvío',
    submit: 'Reenviar el correo de verificación',
    pending: 'Enviando…',
    done: 'Reenviamos el correo de verificación a tu bandeja de entrada',
    failed: 'No se pudo reenviar el correo de verificación',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Tu cuenta de inicio de sesión único no está vinculada a ninguna cuenta de este portal. Inicia sesión con tu contraseña y vincúlala en tu cuenta.',
  suspended: 'Tu cuenta está suspendida. Contacta con el equipo de soporte.',
  'second-factor': 'Inicia sesión con tu contraseña y tu segundo factor.',
  cancelled: 'Se canceló el inicio de sesión único.',
  expired: 'El inicio de sesión único tardó demasiado o se empezó en otro navegador. Inténtalo de nuevo.',
  failed: 'El inicio de sesión único ha fallado. Inténtalo de nuevo o inicia sesión con tu contraseña.',
  unavailable:
    'El inicio de sesión único no está disponible en este momento. Inténtalo más tarde o inicia sesión con tu contraseña.',
  taken: 'Esta cuenta de inicio de sesión único ya está vinculada a otra cuenta de este portal.',
};

export const account: Messages['account'] = {
  goToAccount: 'Ir a tu cuenta',
  saving: 'Guardando…',

  home: {
    title: 'Tu cuenta',
    standing: { online: 'En línea', suspended: 'Suspendida', needs_auth: 'Requiere autenticación' },
    adminPanel: {
      title: 'Panel de administración',
      admin: 'Usuarios, invitados y configuración',
      helper: 'Lo que puedes hacer con el rol de asistente',
      manager: 'Lo que puedes hacer con el rol de gestor',
      auditor: 'Lo que puedes hacer con el rol de auditor',
      open: 'Abrir el panel',
    },
    details: { title: 'Tus datos', text: 'Tu nombre y cómo contactarte', open: 'Actualizar datos' },
    language: { title: 'Idioma', text: 'De tus páginas y correos', notSaved: 'No se guardó el idioma' },
    profile: {
      title: 'Completa tu perfil',
      text: 'Cómo se completa tu perfil',
      open: 'Completar perfil',
    },
    terms: { title: 'Tu acuerdo', text: 'Las condiciones de uso de este portal', open: 'Leer condiciones' },
    email: {
      title: 'Dirección de correo',
      none: 'Aún no hay ninguna. Añade una para que podamos avisarte de los cambios en tu cuenta.',
    },
    password: {
      title: 'Contraseña',
      text: 'Al cambiarla, tu sesión se cierra en todos los demás lugares',
      change: 'Cambiar contraseña',
      description: 'Aquí tu sesión sigue abierta. En todos los demás lugares se cierra.',
    },
    signOut: { title: 'Cerrar sesión', text: 'Cierra tu sesión en este navegador' },
  },

  picture: {
    title: 'Foto',
    text: 'Se muestra junto a tu nombre',
    add: 'Añadir foto',
    change: 'Cambiar foto',
    remove: 'Quitar',
    saved: 'Foto guardada',
    removed: 'Se quitó la foto',
    notSaved: 'No se guardó la foto',
    notRemoved: 'No se quitó la foto',
  },

  email: {
    add: 'Añadir dirección de correo',
    change: 'Cambiar dirección de correo',
    description:
      'Enviamos un código a la nueva dirección para confirmar que es tuya. Nada cambia hasta que lo introduzcas.',
    openToAdd: 'Añadir dirección',
    openToChange: 'Cambiar dirección',
    notLoaded: 'No pudimos comprobar si tienes un código pendiente.',
    newAddress: 'Nueva dirección de correo',
    sendCode: 'Enviar código',
    sending: 'Enviando…',
    codeNotSent: 'No se envió el código',
    onItsWay: 'Hay un código en camino a <email/>',
    code: 'Código del correo',
    codeExpired: 'Este código ha expirado. Envía otro.',
    codeExpires: (time: string) => `Expira en ${time}`,
    confirm: 'Confirmar dirección',
    confirming: 'Cambiando…',
    sendAnother: 'Enviar otro código',
    anotherSent: { title: 'Código enviado', text: 'El código anterior ya no funciona.' },
    useAnother: 'Usar otra dirección',
    changed: {
      title: 'Dirección de correo cambiada',
      text: (email: string) => `Los correos sobre tu cuenta ahora llegan a ${email}.`,
    },
    notChanged: 'No se cambió la dirección',
  },

  sso: {
    title: 'Inicio de sesión único',
    text: 'Inicia sesión aquí sin tu contraseña',
    textOf: (provider: string) => `Inicia sesión con tu cuenta de ${provider}, sin tu contraseña de este portal`,
    notLoaded: 'No pudimos comprobar si está vinculado',
    neverUsed: (provider: string, since: string) => `Vinculado a ${provider} desde el ${since}, aún sin usar`,
    lastUsed: (provider: string, since: string, used: string) =>
      `Vinculado a ${provider} desde el ${since}, último uso: ${used}`,
    link: 'Vincular',
    linking: 'Vinculando…',
    linked: 'Inicio de sesión único vinculado',
    notLinked: 'No se vinculó el inicio de sesión único',
    unlink: 'Desvincular',
    unlinkTitle: '¿Desvincular el inicio de sesión único?',
    unlinkText: (provider: string) =>
      `Ya no podrás iniciar sesión aquí con tu cuenta de ${provider}. Usa tu contraseña en su lugar.`,
    unlinked: 'Inicio de sesión único desvinculado',
    notUnlinked: 'No se desvinculó el inicio de sesión único',
  },

  factors: {
    title: 'Segundo factor',
    description: 'Se pide después de tu contraseña al iniciar sesión',
    on: 'Activado',
    off: 'Desactivado',
    loading: 'Cargando tus segundos factores…',
    notLoaded: 'No se pudieron cargar tus segundos factores.',
    none: 'Cualquiera que descubra tu contraseña puede iniciar sesión como si fueras tú. Añade una llave de acceso o una app en tu teléfono, y la contraseña por sí sola ya no bastará.',
    addPasskey: 'Añadir una llave de acceso',
    addApp: 'Añadir una app',
    passkeyUsed: 'Llave de acceso, añadida el <day/> · último uso: <ago/>',
    passkeyNeverUsed: 'Llave de acceso, añadida el <day/> · aún sin usar',
    renamePasskey: (name: string) => `Cambiar el nombre de la llave de acceso ${name}`,
    removePasskey: (name: string) => `Quitar la llave de acceso ${name}`,
    app: 'App de autenticación',
    appAdded: 'Añadida el <day/>',
    removeApp: 'Quitar la app',
    recoveryCodes: 'Códigos de recuperación',
    noCodesLeft: 'No queda ninguno. Crea códigos nuevos.',
    codesLeft: (left: number, all: number) => `Disponibles: ${left} de ${all}. Cada uno funciona una sola vez.`,
    newCodes: 'Códigos nuevos',
    added: { title: 'Segundo factor añadido', text: 'Ya puedes iniciar sesión con él.' },
  },

  removeFactor: {
    passkeyTitle: 'Quitar la llave de acceso <name/>',
    appTitle: 'Quitar la app',
    isLast:
      'Es tu único segundo factor. Sin él, tu contraseña por sí sola basta para iniciar sesión, y tus códigos de recuperación se eliminan.',
    isNotLast: 'Ya no se podrá usar para iniciar sesión. Tus otros segundos factores se conservan.',
    removePasskey: 'Quitar llave de acceso',
    removeApp: 'Quitar app',
    passkeyRemoved: 'Se quitó la llave de acceso',
    appRemoved: 'Se quitó la app',
    notRemoved: 'No se pudo quitar',
  },

  passkey: {
    addTitle: 'Añadir una llave de acceso',
    addText: 'Tu dispositivo te pide tu huella, tu rostro o su PIN. Nada de eso sale de tu dispositivo.',
    name: 'Nombre',
    nameHint: 'Para reconocerla en tu lista',
    androidPhone: 'Teléfono Android',
    windowsComputer: 'PC con Windows',
    thisComputer: 'Este dispositivo',
    add: 'Añadir llave de acceso',
    adding: 'Sigue en tu dispositivo…',
    notAdded: {
      title: 'No se añadió la llave de acceso',
      text: 'No se añadió ninguna llave de acceso. Puede que tu dispositivo ya tenga una para esta cuenta.',
    },
    renameTitle: 'Cambiar el nombre de la llave de acceso',
    renameText: 'Solo tú ves su nombre.',
    rename: 'Cambiar nombre',
    renamed: 'Se cambió el nombre de la llave de acceso',
    notRenamed: 'No se cambió el nombre de la llave de acceso',
  },

  app: {
    title: 'Añadir una app de autenticación',
    text: (seconds: number) => `Muestra un código nuevo cada ${seconds} segundos, incluso sin conexión.`,
    qrCode: 'Código QR para tu app',
    scan: 'Escanéalo con la app de tu teléfono o escribe en ella esta clave:',
    copyKey: 'Copiar clave',
    keepSecret: 'Cualquiera que tenga esta clave puede generar tus códigos. No la compartas.',
    code: 'Código actual de la app',
    add: 'Añadir app',
    adding: 'Comprobando…',
    notAdded: 'No se añadió la app',
  },

  recoveryCodes: {
    title: 'Guarda tus códigos de recuperación',
    text: 'Si pierdes tu dispositivo, cada código te permite iniciar sesión una vez. No volveremos a mostrarlos.',
    label: 'Códigos de recuperación',
    sheetTitle: (organisation: string) => `Códigos de recuperación para ${organisation}`,
    sheetText: 'Cada código funciona una sola vez.',
    download: 'Descargar',
    print: 'Imprimir',
    copy: 'Copiar los códigos de recuperación',
    keepSafe: 'Guárdalos con tus contraseñas o en papel, no en el dispositivo al que sustituyen.',
    saved: 'Los he guardado',
    makeTitle: 'Crear códigos de recuperación nuevos',
    makeText: (count: number) =>
      `Recibirás ${count} códigos nuevos. Los anteriores dejarán de funcionar, estén donde estén guardados.`,
    make: 'Crear códigos nuevos',
    notMade: 'No se crearon códigos de recuperación nuevos',
  },

  sessions: {
    title: 'Dónde tienes la sesión abierta',
    description: '¿No reconoces alguna? Ciérrala y cambia tu contraseña.',
    loading: 'Cargando tus sesiones…',
    notLoaded: 'No se pudieron cargar tus sesiones.',
    thisBrowser: 'Este navegador',
    since: 'Inicio de sesión: <time/>',
    sinceAndUsed: 'Inicio de sesión: <time/> · último uso: <ago/>',
    end: 'Cerrar',
    endOn: (device: string) => `Cerrar la sesión en ${device}`,
    endOneText:
      'Tu sesión se cierra allí de inmediato. Allí se pierde lo que no se haya guardado. Aquí tu sesión sigue abierta.',
    endOne: 'Cerrar la sesión',
    endOthersTitle: 'Cerrar todas las demás sesiones',
    endOthersText: (others: number) =>
      plural('es', others, {
        one: 'Tu sesión se cierra de inmediato en otro lugar. Allí se pierde lo que no se haya guardado. Aquí tu sesión sigue abierta.',
        many: 'Tu sesión se cierra de inmediato en otros # de lugares. Allí se pierde lo que no se haya guardado. Aquí tu sesión sigue abierta.',
        other:
          'Tu sesión se cierra de inmediato en otros # lugares. Allí se pierde lo que no se haya guardado. Aquí tu sesión sigue abierta.',
      }),
    endOthers: 'Cerrar las demás',
    ended: {
      title: 'Sesión cerrada',
      text: (sessions: number) =>
        plural('es', sessions, {
          one: 'Se cerró # sesión. Aquí tu sesión sigue abierta.',
          many: 'Se cerraron # de sesiones. Aquí tu sesión sigue abierta.',
          other: 'Se cerraron # sesiones. Aquí tu sesión sigue abierta.',
        }),
    },
    notEnded: 'No se cerró la sesión',
  },

  backToAccount: 'Volver a tu cuenta',

  details: {
    title: 'Actualiza tus datos',
    subtitle: 'Para que tu perfil esté completo, rellena todos los campos; “Sobre ti” es opcional.',
    loading: 'Cargando tus datos…',
    notLoaded: 'No se pudieron cargar tus datos',
    complete: (since: string) => `Perfil completo desde el ${since}`,
    incomplete: 'Aún no está completo.',
    missing: (details: string) => `Aún no está completo. Falta: ${details}.`,
    names: {
      firstName: 'nombre',
      lastName: 'apellidos',
      phone: 'teléfono',
      dateOfBirth: 'fecha de nacimiento',
      address: 'dirección',
      city: 'ciudad',
      country: 'país',
    },
    email: 'Dirección de correo',
    emailHint: 'Puedes cambiarla en tu cuenta.',
    noEmail: 'Ninguna',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    phone: 'Teléfono',
    phoneHint: 'Por ejemplo, +44 20 7946 0000',
    dateOfBirth: 'Fecha de nacimiento',
    halfDate: 'Introduce la fecha completa o déjala vacía',
    about: 'Sobre ti',
    aboutHint: 'Opcional',
    address: 'Dirección',
    addressHint: 'Calle y número',
    city: 'Ciudad',
    country: 'País',
    save: 'Guardar datos',
    saved: 'Datos guardados',
    notSaved: 'No se guardaron los datos',
  },

  terms: {
    title: 'Condiciones',
    subtitle: (organisation: string) => `Las condiciones de uso del portal de ${organisation}.`,
    loading: 'Cargando las condiciones…',
    notLoaded: 'No se pudieron cargar las condiciones',
    none: {
      title: 'Aún no hay condiciones',
      text: 'El equipo de soporte te lo pedirá cuando haya algo que aceptar.',
    },
    label: 'Texto de las condiciones',
    changed:
      'Las condiciones han cambiado desde que abriste esta página. Lee el nuevo texto de arriba antes de aceptarlo.',
    accept: 'Aceptar condiciones',
    accepting: 'Aceptando…',
    accepted: (time: string) => `Aceptaste estas condiciones el ${time}.`,
    notAccepted: 'No se aceptaron las condiciones',
  },

  securityCheck: {
    title: 'Comprobación de seguridad',
    subtitle: 'Introduce tu contraseña para confirmar que eres tú.',
    password: 'Contraseña',
    confirm: 'Confirmar contraseña',
    confirming: 'Confirmando…',
    done: 'Gracias. Tu contraseña está confirmada.',
    failed: 'La comprobación de seguridad ha fallado',
  },

  completeProfile: {
    title: 'Completa tu perfil',
    text: 'El equipo de soporte se encarga de completar los perfiles y se pondrá en contacto contigo.',
    goBack: 'Volver a tu cuenta',
  },

  reLogin: {
    pageTitle: 'Iniciar sesión de nuevo',
    title: 'Inicia sesión de nuevo',
    text: 'Estamos cerrando tu sesión aquí. Puedes volver a iniciarla enseguida.',
    askedBy: (organisation: string) => `El equipo de soporte de ${organisation} te lo ha pedido.`,
    askedByBecause: (organisation: string, reason: string) =>
      `El equipo de soporte de ${organisation} te lo ha pedido. Su motivo: “${reason}”`,
    stillSignedIn: { title: 'Tu sesión sigue abierta', text: 'No se pudo cerrar la sesión.' },
  },

  notFound: {
    title: '404: página no encontrada',
    text: 'No encontramos esta página. Revisa la dirección o ve a tu cuenta.',
  },

  newPassword: {
    title: 'Elige una contraseña nueva',
    text: 'Tu contraseña es temporal, o demasiado corta sin un segundo factor. Elige una nueva para continuar.',
  },

  firstFactor: {
    title: 'Añade un segundo factor',
    text: 'Tu cuenta necesita algo más que una contraseña. Elige qué añadir y continúa.',
    passkey:
      'La huella, el rostro o el PIN de este dispositivo, o una llave de seguridad. Lo más seguro y lo más rápido de usar.',
    app: 'Una app de autenticación en tu teléfono muestra un código, que escribes al iniciar sesión.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Cerrar sesión',
    pending: 'Cerrando sesión…',
    done: 'Has cerrado sesión',
    failed: 'No se pudo cerrar sesión',
  },

  password: {
    current: 'Contraseña actual',
    new: 'Contraseña nueva',
    atLeast: (characters: number) => `Al menos ${characters} caracteres`,
    atLeastAlone: (characters: number, withSecondFactor: number) =>
      `Al menos ${characters} caracteres (${withSecondFactor} con un segundo factor)`,
    confirm: 'Confirmación de la contraseña nueva',
    change: 'Cambiar contraseña',
    changing: 'Cambiando…',
    changed: {
      title: 'Contraseña cambiada',
      own: 'Tu contraseña se cambió correctamente.',
      admin: 'Tu contraseña de administración se cambió correctamente.',
    },
    notChanged: 'No se pudo cambiar la contraseña',
  },

  asked: {
    by: (organisation: string) => `El equipo de soporte de ${organisation} te redirigió a esta página.`,
    reason: 'Su motivo: “<reason/>”',
    accountInstead:
      'Solo los invitados confirman aquí una dirección de correo. Tienes la sesión abierta, así que ves tu cuenta en su lugar.',
    leaveAnytime: 'Puedes salir de esta página en cualquier momento.',
    leaveAfter: {
      details: 'Podrás salir de esta página cuando guardes tus datos o cierres sesión.',
      signIn: 'Podrás salir de esta página cuando inicies sesión de nuevo o cierres sesión.',
      terms: 'Podrás salir de esta página cuando aceptes las condiciones o cierres sesión.',
      password: 'Podrás salir de esta página cuando confirmes tu contraseña o cierres sesión.',
    },
    leaveWhenEnded:
      'Podrás salir de esta página cuando el equipo de soporte termine la redirección. Hasta entonces, puedes cerrar sesión.',
    over: { title: 'Puedes seguir', text: 'El equipo de soporte no necesita nada más aquí.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Confirma que eres tú',
  text: (minutes: number) =>
    `Confirma que eres tú para continuar. No volveremos a pedírtelo durante ${minutes} minutos.`,
  notLoaded: 'No se pudo cargar',
  usePasskey: 'Usar una llave de acceso',
  label: { password: 'Contraseña', totp: 'Código de tu app', recoveryCode: 'Código de recuperación' },
  recoveryCodeHint: 'Cada uno funciona una sola vez',
  use: {
    password: 'Usar tu contraseña',
    totp: 'Usar el código de tu app',
    recoveryCode: 'Usar un código de recuperación',
  },
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Dispositivo desconocido',
  browserOnSystem: (browser: string, system: string) => `${browser} en ${system}`,
  unknownLocation: 'Desconocida',
  localNetwork: 'Red local',
  country: (code: string) => countryName('es', code),
  cityInCountry: (city: string, country: string) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Introduce una dirección de correo válida',
  codeTooShort: (least: number) => `El código debe tener al menos ${least} caracteres`,
  notOurCode: 'Este código no es uno de los nuestros',
  helpReasonMissing: 'Elige con qué necesitas ayuda',
  tokenMissing: 'Falta el parámetro del token',
  credentialsMissing: 'Introduce tu nombre de usuario y tu contraseña',
  captchaMissing: 'Completa la verificación del captcha',
  appCodeMissing: 'Introduce el código de tu app',
  recoveryCodeMissing: 'Introduce uno de tus códigos de recuperación',
  usernameMissing: 'Introduce un nombre de usuario',
  usernameTooLong: (most: number) => `Los nombres de usuario pueden tener como máximo ${most} caracteres`,
  usernameNotAWord: 'Elige un nombre de usuario sin espacios, barras ni dos puntos',
  usernameSpaces: 'No pongas varios espacios seguidos en el nombre de usuario',
  firstNameTooLong: (most: number) => `El nombre puede tener como máximo ${most} caracteres`,
  lastNameTooLong: (most: number) => `Los apellidos pueden tener como máximo ${most} caracteres`,
  notPlainText: 'Usa solo letras, dígitos y signos de puntuación comunes',
  invisible: 'Los nombres no pueden tener caracteres invisibles. Escríbelo de nuevo en lugar de pegarlo.',
  verificationCodeMissing: 'Introduce el código de verificación',
  currentPasswordMissing: 'Introduce tu contraseña actual',
  passwordTooShort: (least: number) => `La contraseña nueva debe tener al menos ${least} caracteres`,
  passwordTooLong: (most: number) => `Las contraseñas pueden tener como máximo ${most} caracteres`,
  confirmationMissing: 'Confirma tu contraseña nueva',
  confirmationDiffers: 'Las contraseñas no coinciden',
  phoneInvalid: 'Introduce un número de teléfono, como +44 20 7946 0000',
  dateInvalid: 'Introduce una fecha pasada',
  tooLong: (most: number) =>
    plural('es', most, {
      one: 'Usa como máximo # carácter',
      many: 'Usa como máximo # de caracteres',
      other: 'Usa como máximo # caracteres',
    }),
  nameMissing: 'Introduce un nombre',
  notAPicture: 'Elige una foto, por ejemplo un archivo JPEG, PNG o WebP.',
  pictureFileTooLarge: 'Elige una foto de 20 MB como máximo.',
  pictureTooLarge: 'Una foto puede tener como máximo 64 kB',
  noBody: 'Esta llamada no admite cuerpo.',
};

export const mails: Messages['mails'] = {
  time: (at: number) => `${utcTime('es', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<title/> en <organisation/>',
  signIn: 'Iniciar sesión',
  username: 'Nombre de usuario',
  facts: {
    requested: 'Solicitado',
    time: 'Fecha y hora',
    account: 'Cuenta',
    device: 'Dispositivo',
    location: 'Ubicación aproximada',
    by: 'Realizado por',
    supportTeam: 'el equipo de soporte',
  },

  code: {
    subject: 'Tu código de verificación para <organisation/>',
    title: 'Tu código de verificación',
    use: (minutes: number) =>
      plural('es', minutes, {
        one: 'Este código confirma tu dirección de correo y expira en # minuto.',
        many: 'Este código confirma tu dirección de correo y expira en # de minutos.',
        other: 'Este código confirma tu dirección de correo y expira en # minutos.',
      }),
    rule: 'Introdúcelo solo en <host/>. Nunca le digas este código a nadie: nadie de <organisation/> te lo pedirá.',
    notYou:
      '¿No fuiste tú? Puede que alguien haya escrito mal su dirección. No tienes que hacer nada: sin este código no pasa nada, y el código expira por sí solo.',
  },

  registration: {
    subject: 'Verifica tu dirección de correo para <organisation/>',
    title: 'Verifica tu dirección de correo',
    asked: 'Solicitaste una cuenta.',
    askedAs: 'Solicitaste una cuenta con el nombre de usuario “<name/>”.',
    how: 'Abre esta página en el navegador donde la solicitaste y elige “Verificar dirección”:',
    open: 'Abrir la página',
    orCode: 'O introduce este código en la página de la que vienes:',
    expires: 'Ambas opciones funcionan una sola vez, durante 24 horas.',
    notYou: '¿No fuiste tú? No tienes que hacer nada: sin este paso no habrá ninguna cuenta.',
  },

  knownAddress: {
    subject: 'Ya tienes una cuenta en <organisation/>',
    title: 'Ya tienes una cuenta',
    why: 'Alguien, probablemente tú, solicitó una cuenta con esta dirección de correo. Ya tienes una.',
    help: 'Si no recuerdas cómo iniciar sesión, contacta con el equipo de soporte.',
    notYou: '¿No fuiste tú? No tienes que hacer nada.',
  },

  password: {
    created: {
      subject: 'Tu cuenta en <organisation/>',
      title: 'Tu cuenta',
      why: 'El equipo de soporte ha creado una cuenta para ti.',
    },
    reset: {
      subject: 'Tu contraseña nueva en <organisation/>',
      title: 'Tu contraseña nueva',
      why: 'El equipo de soporte ha restablecido tu contraseña.',
    },
    usernameWithoutSpace: 'Nombre de usuario (sin el espacio)',
    askForUsername: 'pídeselo al equipo de soporte',
    temporaryPassword: 'Contraseña temporal',
    expires: (days: number) =>
      plural('es', days, {
        one: 'La contraseña temporal expira en un día. Después, pide otra.',
        many: 'La contraseña temporal expira en # de días. Después, pide otra.',
        other: 'La contraseña temporal expira en # días. Después, pide otra.',
      }),
    next: 'Se te pedirá que elijas una contraseña nueva. Solo tú la conocerás, y nadie de <organisation/> te la pedirá nunca.',
    notExpected: '¿No esperabas este correo? Avisa al equipo de soporte y no inicies sesión.',
  },

  emailChange: {
    subject: 'Confirma tu nueva dirección de correo en <organisation/>',
    title: 'Confirma tu nueva dirección de correo',
    why: 'Alguien que ha iniciado sesión en una cuenta de <organisation/> quiere usar esta dirección de correo para esa cuenta.',
    whyOf:
      'Alguien que ha iniciado sesión en la cuenta <name/> de <organisation/> quiere usar esta dirección de correo para esa cuenta.',
    rule: (minutes: number) =>
      plural('es', minutes, {
        one: 'Introduce el código solo en <host/>, en tu cuenta. Expira en # minuto. Nunca le digas este código a nadie: nadie de <organisation/> te lo pedirá.',
        many: 'Introduce el código solo en <host/>, en tu cuenta. Expira en # de minutos. Nunca le digas este código a nadie: nadie de <organisation/> te lo pedirá.',
        other:
          'Introduce el código solo en <host/>, en tu cuenta. Expira en # minutos. Nunca le digas este código a nadie: nadie de <organisation/> te lo pedirá.',
      }),
    notYou:
      '¿No fuiste tú? Puede que alguien haya escrito mal su dirección. No tienes que hacer nada: sin este código no cambia nada, y el código expira por sí solo.',
  },

  notices: {
    'new device': {
      title: 'Nuevo inicio de sesión',
      sentence: 'Se inició sesión en tu cuenta desde un navegador nuevo.',
    },
    'second step failed': {
      title: 'Inicio de sesión bloqueado',
      sentence:
        'Alguien introdujo tu contraseña en un navegador nuevo, pero no tu segundo factor. Bloqueamos el inicio de sesión.',
    },
    'password changed': { title: 'Contraseña cambiada', sentence: 'Se cambió tu contraseña.' },
    'password reset': {
      title: 'Contraseña restablecida',
      sentence: 'El equipo de soporte ha restablecido tu contraseña. Tu contraseña anterior ya no funciona.',
    },
    'second factor added': { title: 'Segundo factor añadido', sentence: 'Se añadió un segundo factor a tu cuenta.' },
    'second factor removed': {
      title: 'Se quitó un segundo factor',
      sentence: 'Se quitó un segundo factor de tu cuenta.',
    },
    'second factor reset': {
      title: 'Se quitaron los segundos factores',
      sentence: 'El equipo de soporte ha quitado todos los segundos factores de tu cuenta.',
    },
    'single sign-on linked': {
      title: 'Inicio de sesión único vinculado',
      sentence:
        'Se vinculó el inicio de sesión único a tu cuenta. Cualquiera que pueda iniciar sesión allí puede ahora iniciar sesión aquí como si fueras tú.',
    },
    'single sign-on unlinked': {
      title: 'Inicio de sesión único desvinculado',
      sentence: 'Se desvinculó el inicio de sesión único de tu cuenta.',
    },
    'e-mail changed': {
      title: 'Dirección de correo cambiada',
      sentence: 'Se cambió la dirección de correo de tu cuenta. Los correos sobre ella ahora llegan a otra dirección.',
    },
    'e-mail set': {
      title: 'Dirección de correo cambiada',
      sentence: 'La dirección de correo de una cuenta se cambió por esta. Los correos sobre ella ahora llegan aquí.',
    },
    'became staff': {
      title: 'Nuevo rol',
      sentence:
        'Un administrador ha dado a tu cuenta un rol en el panel de administración. Tu contraseña, tus segundos factores, tus inicios de sesión vinculados y tus sesiones ya no funcionan. Un administrador te dará una nueva contraseña temporal.',
    },
    'role changed': {
      title: 'Rol cambiado',
      sentence: 'El equipo de soporte ha cambiado lo que tu cuenta puede hacer. Inicia sesión de nuevo.',
    },
  },
  notYou: 'Si no fuiste tú, o no lo esperabas, contacta de inmediato con el equipo de soporte.',
  noLinks: 'Este correo no contiene enlaces, a propósito. Abre el portal como lo haces siempre.',

  settings: {
    title: 'Configuración cambiada',
    from: 'Desde <ipAddress/> (<location/>) con <device/>, el <time/>',
    open: 'Abrir la configuración',
    advice:
      '¿No es lo acordado? Deshaz el cambio, o retíralo antes de que entre en vigor, y revisa la cuenta que lo hizo.',
    last: 'Ha habido muchos cambios. No recibirás más correos como este durante una hora. Revisa las notificaciones.',
  },
  apiKeys: {
    open: 'Abrir las claves de API',
    advice: '¿No es lo acordado? Desactiva la clave y revisa la cuenta que lo hizo.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Introduce tu dirección de correo',
  codePromptMessage: 'Introduce de nuevo tu código de verificación',
  exitMessage: 'Gracias por completar el proceso de verificación',
  verificationEnded: 'El equipo de soporte ha puesto fin a esta verificación.',
  replies: {
    'check-spam': 'Revisa tu carpeta de spam',
    'new-code': 'Te acabamos de enviar un código nuevo',
    'check-address': 'Revisa tu dirección de correo',
  },
  termsText: `Al usar este portal, aceptas lo siguiente.

1. Tu cuenta es solo tuya. No compartas tu contraseña y avisa al equipo de soporte si es posible que otra persona la conozca.
2. Usa el portal solo para lo que está pensado y respeta a las demás personas que lo usan.
3. Los inicios de sesión y los cambios se registran con la hora, la dirección IP y el dispositivo, para proteger las cuentas.
4. El equipo de soporte puede suspender una cuenta si se hace un mal uso de ella.

Si tienes preguntas, contacta con el equipo de soporte antes de aceptar.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'A la solicitud le falta algo o no es válida.',
  fieldInvalid: (field: string) => `“${field}” falta o no es válido.`,
  notSignedIn: 'No has iniciado sesión.',
  notAllowed: 'No tienes permiso para hacer esto.',
  passwordChangeRequired: 'Primero elige tu propia contraseña.',
  secondFactorRequired: 'Primero añade un segundo factor a tu cuenta.',
  stepUpNeeded: 'Confirma que eres tú para continuar.',
  gateClosed: 'Abre esta página con el enlace que te dieron.',
  foreignOrigin: 'Esta solicitud no procede de una página de este portal.',
  domainDenied: 'El recurso solicitado no se encontró en este servidor.',
  domainDeniedCode: 'Código de error: acceso denegado al dominio',
  notFound: 'No hay nada en esta dirección.',
  tooManyRequests: (seconds: number) =>
    `Demasiados intentos. Inténtalo de nuevo en ${
      seconds < 60
        ? plural('es', seconds, { one: '# segundo', many: '# de segundos', other: '# segundos' })
        : plural('es', Math.ceil(seconds / 60), { one: '# minuto', many: '# de minutos', other: '# minutos' })
    }.`,
  busy: 'El servidor está muy ocupado. Inténtalo de nuevo en un momento.',
  unavailable: 'El servicio no está disponible ahora. Inténtalo de nuevo en un momento.',
  bodyTooLarge: 'La solicitud es demasiado grande.',
  notJson: 'Aquí solo se acepta JSON (application/json).',
  malformedRequest: 'La solicitud no es HTTP válido.',
  malformedJson: 'La solicitud no es JSON válido.',
  internal: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo en un momento.',

  captchaNeeded: 'Confirma que no eres un robot y te enviaremos el código.',
  captchaRefused: 'No se aceptó el captcha. Completa de nuevo la verificación del captcha.',
  captchaUnavailable: 'No se puede conectar con el servicio de captcha ahora. Inténtalo de nuevo en un momento.',
  emailsWait: 'Hay demasiados correos pendientes de envío. Inténtalo de nuevo en un minuto.',
  cannotReceiveEmail: (domain: string) => `${domain} no puede recibir correos. Revisa la parte que va después de la @.`,

  gateTokenInvalid: 'El token no es válido o ha expirado',
  gateTokenUsed: 'Este token ya se ha usado',
  guestCode: {
    expired: 'Tu código de verificación ha expirado. Pide uno nuevo.',
    unknown: 'No hay ningún código para esta dirección. Pide uno nuevo.',
  },
  accountCode: {
    expired: 'Tu código ha expirado. Pide uno nuevo.',
    unknown: 'No hay ningún código que introducir. Pide uno nuevo.',
  },
  codeDead: 'Demasiados códigos incorrectos. Pide uno nuevo.',
  codeWrong: (left: number) =>
    plural('es', left, {
      one: 'El código no es correcto. Te queda # intento.',
      many: 'El código no es correcto. Te quedan # de intentos.',
      other: 'El código no es correcto. Te quedan # intentos.',
    }),
  browserUnknown: 'Todavía no conocemos tu navegador. Recarga la página e inténtalo de nuevo.',
  noExit: 'No hay ninguna salida abierta en esta página, o ya has elegido.',
  notConfirmedLately:
    'Primero confirma tu dirección de correo. Durante los 15 minutos siguientes podrás ver y borrar lo que guardamos sobre ella.',
  legalHold: 'Esto aún no se puede borrar: una obligación legal lo impide. Ponte en contacto con el equipo de soporte.',

  wrongCredentials: 'El nombre de usuario o la contraseña no son correctos',
  accountSuspended: 'Tu cuenta está suspendida. Contacta con el equipo de soporte.',
  temporaryPasswordExpired: 'Esta contraseña temporal ha expirado. Pide una nueva al equipo de soporte.',
  signInExpired: 'Pasó demasiado tiempo o hubo demasiados intentos. Inicia sesión de nuevo.',
  signInPasskeyRefused: 'No se aceptó esta llave de acceso. Inténtalo de nuevo o usa tu contraseña.',
  wrongAppCode: 'Este código es incorrecto o ya se usó. Introduce el siguiente que muestre tu app.',
  wrongRecoveryCode: 'Este código de recuperación es incorrecto o ya se usó.',
  passkeyRefused: 'No se aceptó esta llave de acceso. Inténtalo de nuevo.',

  noSelfRegistration: 'El equipo de soporte crea las cuentas',
  usernameTaken: 'Este nombre de usuario ya está en uso. Elige otro.',
  emailTaken: 'Ya existe una cuenta con esta dirección de correo.',
  registrationCodeInvalid: 'Este código de verificación no es válido o ha expirado. Pide uno nuevo.',
  otherBrowser:
    'Este código solo funciona en el navegador donde te registraste. Abre el enlace allí o regístrate de nuevo aquí.',

  wrongCurrentPassword: 'La contraseña actual no es correcta',
  wrongPassword: 'Esta contraseña no es correcta.',
  wrongPasswordTryAgain: 'Esta contraseña no es correcta. Inténtalo de nuevo.',
  samePassword: 'La contraseña nueva debe ser distinta de la actual',
  passwordNeedsFactor: (least: number) =>
    `Una contraseña de menos de ${least} caracteres necesita un segundo factor. Elige una más larga o añade antes un segundo factor a tu cuenta.`,
  passwordCommon: 'Esta contraseña es demasiado común. Elige otra.',
  passwordGuessable: 'Esta contraseña se parece demasiado a un nombre que otros conocen. Elige otra.',
  passwordLeaked: 'Esta contraseña ha aparecido en una filtración de datos. Elige otra.',
  passwordNotEnough: 'Usa tu segundo factor. Aquí tu contraseña por sí sola no basta.',
  shortPasswordStandsAlone: (least: number) =>
    `Tu contraseña tiene menos de ${least} caracteres. Es demasiado corta sin un segundo factor: elige antes una más larga.`,
  lastSecondFactor: 'Este portal exige un segundo factor, y este es el único que tienes. Añade otro antes.',
  secondFactorGone: 'Este segundo factor ya no existe.',
  appOfferExpired: 'Pasó demasiado tiempo. Vuelve a añadir la app desde el principio.',
  tooManyPasskeys: (most: number) =>
    plural('es', most, {
      one: 'Puedes tener como máximo # llave de acceso. Quita una antes.',
      many: 'Puedes tener como máximo # de llaves de acceso. Quita una antes.',
      other: 'Puedes tener como máximo # llaves de acceso. Quita una antes.',
    }),
  passkeyKnown: 'Esta llave de acceso ya está en uso.',
  nothingToRecover:
    'Añade antes una app o una llave de acceso. Los códigos de recuperación sustituyen a la que pierdas.',

  sameEmail: 'Esta ya es tu dirección de correo.',
  termsChanged: 'Las condiciones han cambiado mientras tanto. Léelas de nuevo.',
  languageNotOffered: 'Este idioma no está disponible aquí.',
};
