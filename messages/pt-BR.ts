import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Idioma',
  theme: 'Tema',
  systemTheme: 'Tema do sistema',
  lightTheme: 'Tema claro',
  darkTheme: 'Tema escuro',
  supportContact: 'Você pode falar com a equipe de suporte de <organisation/> aqui: <contact/>',

  loading: 'Carregando…',
  close: 'Fechar',
  cancel: 'Cancelar',
  tryAgain: 'Tentar novamente',
  pleaseTryAgain: 'Tente novamente',
  pleaseTryAgainLater: 'Tente novamente daqui a pouco.',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar. Selecione o texto.',
  toasts: { label: 'Notificações (F8)', close: 'Fechar notificação' },
  passwordField: {
    show: (field: string) => `Mostrar ${field.toLowerCase()}`,
    hide: (field: string) => `Ocultar ${field.toLowerCase()}`,
    capsLock: 'O Caps Lock está ativado',
  },
  timeAgo: {
    now: 'agora mesmo',
    minutes: (minutes: number) => `há ${minutes} min`,
    hours: (hours: number) => `há ${hours} h`,
    days: (days: number) => plural('pt-BR', days, { one: 'há # dia', many: 'há # de dias', other: 'há # dias' }),
  },
  captcha: {
    label: 'Não sou um robô',
    verifying: 'Verificando…',
    slow: 'Ainda verificando; pode levar um minuto',
    verified: 'Verificado',
    expired: 'Expirou, marque a caixa de novo',
    failed: 'Não foi possível verificar, tente novamente',
    loading: 'Carregando o captcha…',
    blocked: 'Não foi possível carregar o captcha. Verifique sua conexão e seu bloqueador de anúncios.',
  },
  passkeyNotUsed: 'A chave de acesso não foi usada. Tente novamente ou use outro método.',

  unreachable: 'Não foi possível conectar ao servidor. Verifique sua conexão e tente novamente.',
  unwell: 'O servidor não conseguiu responder. Tente novamente daqui a pouco.',
  notLoaded: {
    title: 'Não é possível carregar esta página',
    description: 'O portal pode ter sido atualizado ou você pode estar sem conexão.',
    reload: 'Recarregar',
    overlayTitle: 'Não é possível abrir',
    overlayDescription: 'O portal pode ter sido atualizado ou você pode estar sem conexão. Recarregue a página.',
  },
  needsScript: 'Este portal precisa do JavaScript. Ative-o e recarregue a página.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Erro', unknown: 'Ocorreu um erro' },
  offline: {
    page: 'Você está sem conexão. Esta página continua quando a conexão voltar.',
    unsent: 'Você está sem conexão. Vamos enviar quando a conexão voltar.',
  },

  title: 'Boas-vindas',
  introduction: 'Digite seu endereço de e-mail e enviaremos um código para confirmar que ele é seu.',
  haveAccount: 'Tem uma conta? <link>Entrar</link>',
  email: { label: 'Endereço de e-mail*', hint: 'Por exemplo, nome@example.com' },
  continue: 'Continuar',
  sending: 'Enviando…',
  suggestion: {
    question: 'Você quis dizer <email/>?',
    accept: 'Sim, usar <domain/>',
    decline: 'Não, manter <domain/>',
  },
  codeSent: { title: 'Código enviado', description: 'Enviamos um código de verificação para o seu e-mail' },
  codeResent: { title: 'Código reenviado', description: 'Enviamos um novo código de verificação para o seu e-mail' },

  help: {
    label: 'Ajuda',
    need: 'Preciso de ajuda',
    unavailable: 'Não conseguimos carregar as opções. Tente novamente.',
    title: 'Com o que você precisa de ajuda?',
    description: 'Escolha uma opção. Não é preciso digitar nada.',
    reasons: {
      no_mail: 'Não recebi o e-mail',
      wrong_address: 'Meu endereço está errado',
      code_refused: 'Meu código não é aceito',
      told_to_come: 'Alguém me disse para vir aqui',
    },
    toldToCome:
      'Ninguém de <organisation/> pede códigos por telefone ou chat. Se alguém disse para você vir aqui, encerre a ligação ou o chat e feche esta página.',
    close: 'Fechar',
    asked: 'Avisamos a equipe de suporte.',
    attended: 'A equipe de suporte está ajudando você.',
    chosen: (reason: string) => `Você escolheu “${reason}”. Mantenha esta página aberta. Você verá a resposta aqui.`,
    withdraw: 'Não preciso mais de ajuda',
    chooseOther: 'Escolher outra opção',
  },

  prompt: {
    sender: 'Mensagem da equipe de suporte de <organisation/>',
    titles: { email: 'Falta seu endereço de e-mail', code: 'Código de verificação' },
    warning: 'Digite aqui apenas o código do nosso e-mail (<sender/>). Nunca diga seu código a ninguém.',
    close: 'Entendi',
  },
  redirect: {
    moved: 'A equipe de suporte redirecionou você para cá',
    emailFirst: 'A equipe de suporte quer que você digite seu código. Primeiro, digite seu endereço de e-mail.',
    unknownHere: 'Não encontramos seu pedido de código. Digite seu endereço de e-mail novamente.',
    dismiss: 'Dispensar',
  },

  link: {
    title: 'Verificação',
    verifying: { title: 'Verificando…', description: 'Isso leva só um instante.' },
    verified: 'Verificação concluída!',
    access: 'Agora você pode acessar <organisation/>',
    redirecting: (seconds: number) =>
      plural('pt-BR', seconds, {
        one: 'Redirecionando você em # segundo…',
        many: 'Redirecionando você em # de segundos…',
        other: 'Redirecionando você em # segundos…',
      }),
    failed: 'Não foi possível verificar',
    invalid: 'O token de verificação não é válido',
    invalidOrExpired: 'O token não é válido ou expirou',
    unreachable: 'Ocorreu um erro de rede',
    askForNew: 'Um link funciona só uma vez e por pouco tempo. Peça um novo onde você recebeu este.',
    incomplete: 'Este link está incompleto',
    openWhole:
      'Falta uma parte do seu link. Abra o link inteiro: alguns apps de e-mail cortam links longos no fim da linha.',
    noToken: 'Nenhum token de verificação foi informado',
    missingToken: 'Falta o parâmetro do token',
    retry: 'Repetir a verificação',
    continueWithout: 'Continuar sem o link',
  },
  notFound: {
    title: 'Página não encontrada',
    description: 'A página que você procura não existe ou mudou de lugar.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Digite o código',
    heading: 'Confira seu e-mail',
    undelivered: 'Não conseguimos entregar seu código',
    label: 'Digite o código*',
    hint: (digits: number) => `Os ${digits} dígitos do nosso e-mail`,
    verifying: 'Verificando…',
    expired: 'Código expirado',
    expiredProblem: 'Este código expirou. Peça um novo.',
    expiredToast: {
      title: 'Código expirado',
      description: 'Seu código de verificação expirou. Peça um novo.',
    },
    tooManyWrong: 'Muitos códigos incorretos. Peça um novo.',
    verified: { title: 'Tudo certo', description: 'Seu endereço de e-mail foi verificado' },
    failed: 'Não foi possível verificar',
  },
  sentTo: {
    unknown: 'Seu código para <email/>',
    sending: 'Estamos enviando um código para <email/>',
    sent: (time: string) => `Enviamos um código ${/^0?1:/.test(time) ? 'à' : 'às'} ${time} para <email/>`,
    undelivered: 'Você digitou <email/>',
    edit: 'Editar',
    correct: 'Corrigir o endereço',
  },
  usual: {
    seconds: (seconds: number) =>
      plural('pt-BR', seconds, {
        one: 'Hoje, os e-mails para <domain/> costumam levar cerca de # segundo.',
        many: 'Hoje, os e-mails para <domain/> costumam levar cerca de # de segundos.',
        other: 'Hoje, os e-mails para <domain/> costumam levar cerca de # segundos.',
      }),
    minute: 'Hoje, os e-mails para <domain/> costumam levar cerca de um minuto.',
    minutes: (minutes: number) =>
      plural('pt-BR', minutes, {
        one: 'Hoje, os e-mails para <domain/> costumam levar cerca de # minuto.',
        many: 'Hoje, os e-mails para <domain/> costumam levar cerca de # de minutos.',
        other: 'Hoje, os e-mails para <domain/> costumam levar cerca de # minutos.',
      }),
  },
  undelivered: {
    delayed: 'Os e-mails para <domain/> estão atrasados. Vamos continuar tentando e avisar você nesta página.',
    expired: (minutes: number) =>
      plural('pt-BR', minutes, {
        one: 'Não conseguimos enviar o e-mail em # minuto. Peça um novo código ou use outro endereço.',
        many: 'Não conseguimos enviar o e-mail em # de minutos. Peça um novo código ou use outro endereço.',
        other: 'Não conseguimos enviar o e-mail em # minutos. Peça um novo código ou use outro endereço.',
      }),
    bounced: (reason: string) => `Nosso e-mail foi devolvido. ${reason}`,
    reasons: {
      no_mailbox: 'Não há nenhuma caixa de e-mail com este nome em <domain/>. Confira se o endereço está correto.',
      mailbox_full: 'Esta caixa de e-mail está cheia. Libere espaço e peça um novo código, ou use outro endereço.',
      no_domain: '<domain/> não pode receber e-mails. Confira a parte depois do @.',
      no_smtputf8: 'Não podemos enviar e-mails para nomes com estas letras em <domain/>. Use outro endereço.',
      blocked: '<domain/> não aceita nossos e-mails. Use outro endereço.',
      other: '<domain/> recusou nosso e-mail. Confira o endereço ou use outro.',
    },
  },
  timer: {
    label: 'Tempo restante deste código',
    soon: 'resta menos de um minuto',
    minutes: (minutes: number) =>
      plural('pt-BR', minutes, {
        one: 'resta cerca de # minuto',
        many: 'restam cerca de # de minutos',
        other: 'restam cerca de # minutos',
      }),
    expiresSoon: 'O código expira em menos de um minuto.',
    expired: 'O código expirou. Peça um novo.',
  },
  resend: {
    send: 'Enviar um novo código',
    noEmail: 'Não recebeu o e-mail? <resend>Reenviar</resend>',
    isAddressRight: 'O endereço está certo? <resend>Reenviar</resend>',
    wait: {
      sentence: 'Você poderá pedir um novo código em <time/>',
      soon: 'menos de um minuto',
      minutes: (minutes: number) =>
        plural('pt-BR', minutes, {
          one: 'cerca de # minuto',
          many: 'cerca de # de minutos',
          other: 'cerca de # minutos',
        }),
    },
    possible: 'Você já pode pedir um novo código.',
    checkSpam: 'O e-mail ainda não chegou? Confira sua pasta de spam. Ele vem de <sender/>',
  },
  safety: {
    label: 'Segurança',
    onlyOurs: 'Digite apenas o código que enviamos a você por e-mail. Ele vem de <sender/>',
    neverTell:
      'Nunca digite códigos de outros serviços. Nunca diga seu código a ninguém: ninguém de <organisation/> vai pedir que você faça isso.',
  },
  processing: {
    title: 'Processando a solicitação',
    description: 'Estamos verificando seu código. Mantenha esta página aberta.',
    almostDone: 'Quase pronto',
    timeLeft: 'Tempo restante',
    clock: (seconds: number) => `${seconds} s`,
    secondsLeft: (seconds: number) =>
      plural('pt-BR', seconds, {
        one: 'resta # segundo',
        many: 'restam # de segundos',
        other: 'restam # segundos',
      }),
  },

  confirmed: {
    label: 'Confirmado',
    title: 'Endereço de e-mail confirmado',
    email: 'O endereço <email/> está confirmado para <organisation/>.',
    unnamed: 'Seu endereço está confirmado para <organisation/>.',
    leave: 'Ir para <host/>',
    orClose: 'Ou feche esta página. Está tudo pronto.',
    close: 'Está tudo pronto e você pode fechar esta página.',
    another: 'Confirmar outro endereço',
    myData: 'Ver ou apagar o que está armazenado sobre você',
  },
  site: {
    purpose: 'O endereço que você confirmar aqui será enviado para <host/>.',
    done: '<host/> recebeu seu endereço. Você pode fechar esta janela.',
  },
  halted: {
    title: 'Pare aqui',
    nobodyAsks: 'Ninguém de <organisation/> pede códigos por telefone ou chat.',
    explanation:
      'Se alguém disse para você abrir esta página, digitar algo aqui ou dar um código a essa pessoa, não continue. Ela pode estar tentando entrar em uma das suas contas.',
    whatToDo: 'O que fazer',
    endCall: 'Encerre a ligação ou o chat.',
    closePage: 'Feche esta página.',
    tellNobody: 'Não diga a ninguém um código que você recebeu por e-mail, por mensagem de texto ou em um app.',
    changePassword:
      'Se você disse um código ou uma senha a alguém, altere a senha agora e ligue para a empresa à qual ela pertence. Procure o número por conta própria.',
    warned: 'Alertamos os administradores de <organisation/>.',
    untilYouGoOn:
      'Até você escolher continuar, a equipe de suporte não pode mostrar mensagens a você nem redirecionar você para outra página.',
    goOn: 'Entendi, continuar',
  },
  exit: {
    thanks: 'Obrigado',
    confirmed: 'Seu endereço de e-mail está confirmado.',
    ended: 'Verificação encerrada',
    leavingFor: 'Você está saindo deste portal para <host/>',
    end: 'Este é o fim da verificação.',
    stay: 'Ficar',
    tryAgain: 'Tentar novamente',
    failed: 'Tente novamente daqui a pouco.',
    stillHere: { title: 'Você ainda está aqui', description: 'A página que você ia abrir não está mais em uso.' },
    closed: { title: 'Você pode fechar esta página', description: 'Não há mais nada a fazer aqui.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Seus dados',
  introduction: 'Isto é o que <organisation/> armazena sobre <email/>.',
  timeLeft: (minutes) =>
    plural('pt-BR', minutes, {
      one: 'Para sua segurança, esta página fecha em # minuto.',
      many: 'Para sua segurança, esta página fecha em # de minutos.',
      other: 'Para sua segurança, esta página fecha em # minutos.',
    }),
  failed: 'Não foi possível carregar seus dados',
  nothing: 'Nada está armazenado sobre <email/>.',
  cut: 'Há mais do que é mostrado aqui.',
  account:
    'Também existe uma conta com este endereço. Ela não é mostrada nem apagada aqui. <link>Entre</link> para vê-la.',
  held: (day) => `Por motivos legais, precisamos guardar isto até ${day}. Você não pode apagar antes disso.`,
  kinds: {
    registrations: 'Cadastro',
    verified: 'Endereço confirmado',
    codes: 'Pedidos de código',
    visits: 'Visitas',
    help: 'Pedidos de ajuda',
    messages: 'Mensagens da equipe de suporte',
    log: 'Registros de atividade',
    audit: 'Registros de auditoria',
    notifications: 'Avisos à equipe de suporte',
    emails: 'E-mails para você',
    webhooks: 'Relatórios a outros sistemas',
  },
  about: {
    registrations: 'Uma conta nova que aguarda sua confirmação.',
    verified: 'Mostra que o endereço é seu.',
    codes: 'O endereço que você digitou e quando. Ninguém pode ler o código.',
    visits: 'Seu navegador, endereço IP, local aproximado e página.',
    help: 'O que você pediu à equipe de suporte.',
    messages: 'O que a equipe de suporte mostrou a você aqui.',
    log: 'O que aconteceu aqui e quando, por segurança.',
    audit: 'O que a equipe de suporte fez e diz respeito a você.',
    notifications: 'O que a equipe de suporte soube da sua visita.',
    emails: 'Quando enviamos um e-mail e se ele chegou, sem o texto.',
    webhooks: 'O resultado, para o sistema que enviou você até aqui.',
  },
  fields: {
    username: 'Nome de usuário',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    email: 'Endereço de e-mail',
    guestId: 'ID do navegador',
    ipAddress: 'Endereço IP',
    location: 'Local',
    device: 'Dispositivo',
    language: 'Idioma',
    page: 'Página',
    views: 'Visualizações',
    action: 'Ação',
    kind: 'Tipo',
    title: 'Título',
    text: 'Texto',
    reason: 'Motivo',
    details: 'Detalhes',
    outcome: 'Resultado',
    tries: 'Tentativas',
    state: 'Estado',
    destination: 'Destino',
    token: 'ID do link',
    organisationId: 'ID no outro sistema',
    claims: 'Do outro sistema',
    helped: 'Com ajuda da equipe de suporte',
    at: 'Hora',
    createdAt: 'Criado',
    seenAt: 'Visto por último',
    expiresAt: 'Expira',
    usedAt: 'Usado',
    sentAt: 'Enviado',
    verifiedAt: 'Confirmado',
    deliveredAt: 'Entregue',
    haltedAt: 'Interrompido por você',
    bouncedAt: 'Devolvido',
  },
  download: 'Baixar como página',
  downloadJson: 'Baixar para programas (JSON)',
  made: (time) => `Criado em ${time}`,
  erase: 'Apagar tudo',
  erasing: {
    title: 'Apagar tudo?',
    description: 'Tudo o que está armazenado sobre <email/> será apagado. Isso não pode ser desfeito.',
    elsewhere: 'Isto vale apenas para este portal. Sobre dados em outros sistemas, fale com <organisation/>.',
    confirm: 'Apagar de vez',
    failed: 'Não foi possível apagar seus dados',
  },
  stays: {
    title: 'O que fica',
    audit: 'Registros do que a equipe de suporte fez. Um nome aleatório que não leva a lugar nenhum substitui o seu.',
    halt: 'Seu aviso de que alguém disse para você vir aqui. Ele protege você até que decida continuar.',
    account: 'Dados que pertencem à conta com este endereço.',
    'staff-work': 'Registros do seu próprio trabalho na equipe de suporte.',
    until: (day) => `Vamos remover em ${day}.`,
  },
  erased: {
    title: 'Seus dados foram apagados',
    description: 'O que estava armazenado sobre <email/> não existe mais. Você pode fechar esta página.',
  },
  over: { title: 'Confirme seu endereço', confirm: 'Confirmar o endereço' },
};

export const signIn: Messages['signIn'] = {
  title: 'Entrar',
  adminTitle: 'Login da administração',

  reasons: {
    signedOut: 'Sua sessão foi encerrada. Entre novamente.',
    reLogin: 'Para sua segurança, entre novamente.',
  },
  user: {
    heading: 'Portal de usuários',
    subtitle: 'Autenticação de usuários',
    login: 'Entrar',
    register: 'Cadastrar-se',
    submit: 'Entrar',
    pending: 'Entrando…',
    done: 'Você entrou na sua conta',
    failed: 'Não foi possível entrar',
    refused: 'Nome de usuário ou senha incorretos',
    forgotPassword: 'A equipe de suporte pode dar a você uma senha temporária. Você entra com ela e escolhe uma nova.',
  },
  admin: {
    heading: 'Portal de administração',
    subtitle: 'Acesso somente para administradores',
    submit: 'Acessar o painel',
    pending: 'Autenticando…',
    done: 'Você entrou no painel de administração',
    failed: 'Não foi possível entrar no painel de administração',
    refused: 'Credenciais de administração incorretas',
    forgotPassword:
      'Outro administrador pode dar a você uma senha temporária no gerenciamento de usuários (“User Management”). Se não houver outro administrador, a pessoa que cuida do servidor pode fazer isso com “<command/>”.',
    backToUserLogin: 'Voltar ao login de usuários',
  },
  denied: {
    pageTitle: 'Administração',
    title: 'Acesso negado',
    loading: 'Carregando o painel de administração…',
    redirecting: 'É necessário ter acesso de administrador. Redirecionando…',
    privilegesRequired: 'É necessário ter permissões de administrador',
    role: 'Função atual: usuário',
  },
  username: 'Nome de usuário',
  password: 'Senha',
  enterUsername: 'Digite seu nome de usuário',
  enterPassword: 'Digite sua senha',
  forgotPassword: 'Esqueceu sua senha?',
  withPasskey: 'Entrar com uma chave de acesso',
  or: 'ou',
  withSso: 'Entrar com login único',

  secondStep: {
    title: 'Só mais uma etapa',
    description: 'Sua senha está correta. Agora confirme que é você.',
    usePasskey: 'Usar uma chave de acesso',
    appCode: 'Código do seu app',
    recoveryCode: 'Código de recuperação',
    worksOnce: 'Cada código funciona só uma vez',
    continue: 'Continuar',
    checking: 'Verificando…',
    useRecoveryCode: 'Usar um código de recuperação',
    useAppCode: 'Usar o código do seu app',
    startOver: 'Recomeçar',
  },

  noRegistration: {
    title: 'As contas são criadas pela equipe de suporte',
    description:
      'Para ter uma conta, fale com a equipe de suporte e informe seu nome e endereço de e-mail. A equipe cria a conta para você e envia o que você precisa para entrar.',
    copyContact: 'Copiar contato do suporte',
  },
  register: {
    email: 'Endereço de e-mail',
    emailHint: 'Enviaremos um código para verificá-lo',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    optional: 'Opcional',
    passwordHint: (least: number) =>
      plural('pt-BR', least, {
        one: 'Pelo menos # caractere',
        many: 'Pelo menos # de caracteres',
        other: 'Pelo menos # caracteres',
      }),
    submit: 'Criar conta',
    pending: 'Criando a conta…',
    haveCode: 'Tem um código do nosso e-mail? <link>Verifique seu endereço</link>',
    done: 'Sua conta foi criada',
    doneUnverified: {
      title: 'Cadastro concluído',
      description: 'Confira seu e-mail para verificar sua conta.',
    },
    failed: 'Não foi possível concluir o cadastro',
    failedReason: 'Não foi possível criar a conta',
  },
  verifyEmail: {
    title: 'Verifique seu endereço de e-mail',
    subtitle: 'Só mais uma etapa para ter sua conta',
    backToLogin: 'Voltar ao login',
    sentTo: 'Enviamos um e-mail para <email/>',
    enterCode: 'Digite o código do nosso e-mail ou abra o link que está nele.',
    code: 'Código de verificação',
    codeHint: 'O link do nosso e-mail preenche o código',
    codeFilledIn: 'Preenchido pelo link que você abriu',
    codeMissing: 'Digite o código do nosso e-mail',
    submit: 'Verificar endereço',
    pending: 'Verificando…',
    done: 'Endereço de e-mail verificado! Agora você pode entrar.',
    failed: 'Não foi possível verificar',
    invalid: 'O código de verificação não é válido',
  },
  resend: {
    title: 'O e-mail ainda não chegou?',
    description: 'Pode levar alguns minutos. Confira também sua pasta de spam. O e-mail vem de <sender/>',
    email: 'Endereço de e-mail',
    emailHint: 'O que você usou para se cadastrar neste navegador',
    noAddress: 'Não há endereço de e-mail para o reenvio',
    submit: 'Reenviar e-mail de verificação',
    pending: 'Enviando…',
    done: 'Reenviamos o e-mail de verificação para sua caixa de entrada',
    failed: 'Não foi possível reenviar o e-mail de verificação',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Sua conta de login único não está vinculada a uma conta deste portal. Entre com sua senha e vincule-a na sua conta.',
  suspended: 'Sua conta está suspensa. Fale com a equipe de suporte.',
  'second-factor': 'Entre com sua senha e seu segundo fator.',
  cancelled: 'O login único foi cancelado.',
  expired: 'O login único demorou demais ou foi iniciado em outro navegador. Tente novamente.',
  failed: 'O login único falhou. Tente novamente ou entre com sua senha.',
  unavailable: 'O login único não está disponível no momento. Tente novamente mais tarde ou entre com sua senha.',
  taken: 'Esta conta de login único já está vinculada a outra conta deste portal.',
};

export const account: Messages['account'] = {
  goToAccount: 'Ir para sua conta',
  saving: 'Salvando…',

  home: {
    title: 'Sua conta',
    standing: { online: 'On-line', suspended: 'Suspensa', needs_auth: 'Requer autenticação' },
    adminPanel: {
      title: 'Painel de administração',
      admin: 'Usuários, visitantes e configurações',
      helper: 'O que você pode fazer com a função de assistente',
      manager: 'O que você pode fazer com a função de gestor',
      auditor: 'O que você pode fazer com a função de auditor',
      open: 'Abrir o painel',
    },
    details: { title: 'Seus dados', text: 'Seu nome e como falar com você', open: 'Atualizar dados' },
    language: { title: 'Idioma', text: 'Das suas páginas e e-mails', notSaved: 'O idioma não foi salvo' },
    profile: {
      title: 'Complete seu perfil',
      text: 'Como seu perfil é completado',
      open: 'Completar perfil',
    },
    terms: { title: 'Seu acordo', text: 'Os termos de uso deste portal', open: 'Ler os termos' },
    email: {
      title: 'Endereço de e-mail',
      none: 'Ainda não há nenhum. Adicione um para que possamos avisar você sobre mudanças na sua conta.',
    },
    password: {
      title: 'Senha',
      text: 'Ao alterá-la, você sai da conta em todos os outros lugares',
      change: 'Alterar senha',
      description: 'Aqui, sua sessão continua aberta. Em todos os outros lugares, você sai.',
    },
    signOut: { title: 'Sair', text: 'Encerre sua sessão neste navegador' },
  },

  picture: {
    title: 'Foto',
    text: 'Aparece ao lado do seu nome',
    add: 'Adicionar foto',
    change: 'Alterar foto',
    remove: 'Remover',
    saved: 'Foto salva',
    removed: 'Foto removida',
    notSaved: 'A foto não foi salva',
    notRemoved: 'A foto não foi removida',
  },

  email: {
    add: 'Adicionar endereço de e-mail',
    change: 'Alterar endereço de e-mail',
    description:
      'Enviamos um código para o novo endereço para confirmar que ele é seu. Nada muda até você digitar o código.',
    openToAdd: 'Adicionar endereço',
    openToChange: 'Alterar endereço',
    notLoaded: 'Não conseguimos verificar se há um código à sua espera.',
    newAddress: 'Novo endereço de e-mail',
    sendCode: 'Enviar código',
    sending: 'Enviando…',
    codeNotSent: 'O código não foi enviado',
    onItsWay: 'Um código está a caminho de <email/>',
    code: 'Código do e-mail',
    codeExpired: 'Este código expirou. Envie outro.',
    codeExpires: (time: string) => `Expira em ${time}`,
    confirm: 'Confirmar endereço',
    confirming: 'Alterando…',
    sendAnother: 'Enviar outro código',
    anotherSent: { title: 'Código enviado', text: 'O código anterior não funciona mais.' },
    useAnother: 'Usar outro endereço',
    changed: {
      title: 'Endereço de e-mail alterado',
      text: (email: string) => `Os e-mails sobre sua conta agora vão para ${email}.`,
    },
    notChanged: 'O endereço não foi alterado',
  },

  sso: {
    title: 'Login único',
    text: 'Entre aqui sem sua senha',
    textOf: (provider: string) => `Entre com sua conta de ${provider}, sem sua senha deste portal`,
    notLoaded: 'Não conseguimos verificar se está vinculado',
    neverUsed: (provider: string, since: string) => `Vinculado a ${provider} desde ${since}, ainda não usado`,
    lastUsed: (provider: string, since: string, used: string) =>
      `Vinculado a ${provider} desde ${since}, último uso: ${used}`,
    link: 'Vincular',
    linking: 'Vinculando…',
    linked: 'Login único vinculado',
    notLinked: 'O login único não foi vinculado',
    unlink: 'Desvincular',
    unlinkTitle: 'Desvincular o login único?',
    unlinkText: (provider: string) =>
      `Você não poderá mais entrar aqui com sua conta de ${provider}. Em vez disso, use sua senha.`,
    unlinked: 'Login único desvinculado',
    notUnlinked: 'O login único não foi desvinculado',
  },

  factors: {
    title: 'Segundo fator',
    description: 'Pedido depois da sua senha quando você entra',
    on: 'Ativado',
    off: 'Desativado',
    loading: 'Carregando seus segundos fatores…',
    notLoaded: 'Não foi possível carregar seus segundos fatores.',
    none: 'Qualquer pessoa que descubra sua senha pode entrar como se fosse você. Adicione uma chave de acesso ou um app no seu celular, e a senha sozinha não será mais suficiente.',
    addPasskey: 'Adicionar uma chave de acesso',
    addApp: 'Adicionar um app',
    passkeyUsed: 'Chave de acesso, adicionada em <day/> · último uso: <ago/>',
    passkeyNeverUsed: 'Chave de acesso, adicionada em <day/> · ainda não usada',
    renamePasskey: (name: string) => `Renomear a chave de acesso ${name}`,
    removePasskey: (name: string) => `Remover a chave de acesso ${name}`,
    app: 'App autenticador',
    appAdded: 'Adicionado em <day/>',
    removeApp: 'Remover o app',
    recoveryCodes: 'Códigos de recuperação',
    noCodesLeft: 'Não resta nenhum. Crie novos códigos.',
    codesLeft: (left: number, all: number) => `Disponíveis: ${left} de ${all}. Cada um funciona só uma vez.`,
    newCodes: 'Novos códigos',
    added: { title: 'Segundo fator adicionado', text: 'Agora você pode entrar com ele.' },
  },

  removeFactor: {
    passkeyTitle: 'Remover a chave de acesso <name/>',
    appTitle: 'Remover o app',
    isLast:
      'É seu único segundo fator. Sem ele, sua senha sozinha basta para entrar, e seus códigos de recuperação são excluídos.',
    isNotLast: 'Não poderá mais ser usado para entrar. Seus outros segundos fatores são mantidos.',
    removePasskey: 'Remover chave de acesso',
    removeApp: 'Remover app',
    passkeyRemoved: 'Chave de acesso removida',
    appRemoved: 'App removido',
    notRemoved: 'Não foi possível remover',
  },

  passkey: {
    addTitle: 'Adicionar uma chave de acesso',
    addText: 'Seu dispositivo pede sua impressão digital, seu rosto ou o PIN dele. Nada disso sai do seu dispositivo.',
    name: 'Nome',
    nameHint: 'Para reconhecê-la na sua lista',
    androidPhone: 'Celular Android',
    windowsComputer: 'Computador com Windows',
    thisComputer: 'Este computador',
    add: 'Adicionar chave de acesso',
    adding: 'Continue no dispositivo…',
    notAdded: {
      title: 'A chave de acesso não foi adicionada',
      text: 'Nenhuma chave de acesso foi adicionada. Talvez seu dispositivo já tenha uma para esta conta.',
    },
    renameTitle: 'Renomear chave de acesso',
    renameText: 'Só você vê o nome dela.',
    rename: 'Renomear',
    renamed: 'Chave de acesso renomeada',
    notRenamed: 'A chave de acesso não foi renomeada',
  },

  app: {
    title: 'Adicionar um app autenticador',
    text: (seconds: number) => `Ele mostra um novo código a cada ${seconds} segundos, mesmo sem conexão.`,
    qrCode: 'QR code para o seu app',
    scan: 'Escaneie com o app no seu celular ou digite esta chave nele:',
    copyKey: 'Copiar chave',
    keepSecret: 'Qualquer pessoa com esta chave pode gerar seus códigos. Não a compartilhe.',
    code: 'Código atual no app',
    add: 'Adicionar app',
    adding: 'Verificando…',
    notAdded: 'O app não foi adicionado',
  },

  recoveryCodes: {
    title: 'Salve seus códigos de recuperação',
    text: 'Se você perder seu dispositivo, cada código permite entrar uma vez. Não vamos mostrá-los de novo.',
    label: 'Códigos de recuperação',
    sheetTitle: (organisation: string) => `Códigos de recuperação para ${organisation}`,
    sheetText: 'Cada código funciona só uma vez.',
    download: 'Baixar',
    print: 'Imprimir',
    copy: 'Copiar códigos de recuperação',
    keepSafe: 'Guarde-os com suas senhas ou em papel, não no dispositivo que eles substituem.',
    saved: 'Já salvei os códigos',
    makeTitle: 'Criar novos códigos de recuperação',
    makeText: (count: number) =>
      `Você recebe ${count} novos códigos. Os antigos deixam de funcionar, onde quer que você os tenha salvado.`,
    make: 'Criar novos códigos',
    notMade: 'Nenhum novo código de recuperação foi criado',
  },

  sessions: {
    title: 'Suas sessões abertas',
    description: 'Não reconhece alguma sessão? Encerre-a e altere sua senha.',
    loading: 'Carregando suas sessões…',
    notLoaded: 'Não foi possível carregar suas sessões.',
    thisBrowser: 'Este navegador',
    since: 'Login: <time/>',
    sinceAndUsed: 'Login: <time/> · último uso: <ago/>',
    end: 'Encerrar',
    endOn: (device: string) => `Encerrar sessão em ${device}`,
    endOneText:
      'Você sai da conta lá imediatamente. O que não foi salvo lá se perde. Aqui, sua sessão continua aberta.',
    endOne: 'Encerrar sessão',
    endOthersTitle: 'Encerrar todas as outras sessões',
    endOthersText: (others: number) =>
      plural('pt-BR', others, {
        one: 'Você sai da conta em # outro lugar imediatamente. O que não foi salvo lá se perde. Aqui, sua sessão continua aberta.',
        many: 'Você sai da conta em # de outros lugares imediatamente. O que não foi salvo lá se perde. Aqui, sua sessão continua aberta.',
        other:
          'Você sai da conta em # outros lugares imediatamente. O que não foi salvo lá se perde. Aqui, sua sessão continua aberta.',
      }),
    endOthers: 'Encerrar as outras',
    ended: {
      title: 'Sessão encerrada',
      text: (sessions: number) =>
        plural('pt-BR', sessions, {
          one: '# sessão encerrada. Aqui, sua sessão continua aberta.',
          many: '# de sessões encerradas. Aqui, sua sessão continua aberta.',
          other: '# sessões encerradas. Aqui, sua sessão continua aberta.',
        }),
    },
    notEnded: 'A sessão não foi encerrada',
  },

  backToAccount: 'Voltar para sua conta',

  details: {
    title: 'Atualize seus dados',
    subtitle: 'Seu perfil fica completo quando tudo, menos “Sobre você”, está preenchido.',
    loading: 'Carregando seus dados…',
    notLoaded: 'Não foi possível carregar seus dados',
    complete: (since: string) => `Perfil completo desde ${since}`,
    incomplete: 'Ainda não está completo.',
    missing: (details: string) => `Ainda não está completo. Falta: ${details}.`,
    names: {
      firstName: 'nome',
      lastName: 'sobrenome',
      phone: 'telefone',
      dateOfBirth: 'data de nascimento',
      address: 'endereço',
      city: 'cidade',
      country: 'país',
    },
    email: 'Endereço de e-mail',
    emailHint: 'Você pode alterá-lo na sua conta.',
    noEmail: 'Nenhum',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    phone: 'Telefone',
    phoneHint: 'Por exemplo, +44 20 7946 0000',
    dateOfBirth: 'Data de nascimento',
    halfDate: 'Digite a data completa ou deixe em branco',
    about: 'Sobre você',
    aboutHint: 'Opcional',
    address: 'Endereço',
    addressHint: 'Rua e número',
    city: 'Cidade',
    country: 'País',
    save: 'Salvar dados',
    saved: 'Dados salvos',
    notSaved: 'Os dados não foram salvos',
  },

  terms: {
    title: 'Termos',
    subtitle: (organisation: string) => `Os termos de uso do portal de ${organisation}.`,
    loading: 'Carregando os termos…',
    notLoaded: 'Não foi possível carregar os termos',
    none: {
      title: 'Ainda não há termos',
      text: 'Quando houver algo para aceitar, a equipe de suporte vai pedir a você.',
    },
    label: 'Texto dos termos',
    changed: 'Os termos mudaram desde que você abriu esta página. Leia o novo texto acima antes de aceitá-lo.',
    accept: 'Aceitar os termos',
    accepting: 'Aceitando…',
    accepted: (time: string) => `Você aceitou estes termos em ${time}.`,
    notAccepted: 'Os termos não foram aceitos',
  },

  securityCheck: {
    title: 'Verificação de segurança',
    subtitle: 'Digite sua senha para confirmar que é você.',
    password: 'Senha',
    confirm: 'Confirmar senha',
    confirming: 'Confirmando…',
    done: 'Obrigado. Sua senha está confirmada.',
    failed: 'A verificação de segurança falhou',
  },

  completeProfile: {
    title: 'Complete seu perfil',
    text: 'A equipe de suporte cuida de completar os perfis e vai entrar em contato com você.',
    goBack: 'Voltar para sua conta',
  },

  reLogin: {
    pageTitle: 'Entrar novamente',
    title: 'Entre novamente',
    text: 'Estamos encerrando sua sessão aqui. Você pode entrar novamente em seguida.',
    askedBy: (organisation: string) => `A equipe de suporte de ${organisation} pediu isso a você.`,
    askedByBecause: (organisation: string, reason: string) =>
      `A equipe de suporte de ${organisation} pediu isso a você. O motivo da equipe: “${reason}”`,
    stillSignedIn: { title: 'Sua sessão ainda está aberta', text: 'Não foi possível sair.' },
  },

  notFound: {
    title: '404: página não encontrada',
    text: 'Não encontramos esta página. Confira o endereço ou vá para sua conta.',
  },

  newPassword: {
    title: 'Escolha uma nova senha',
    text: 'Sua senha é temporária, ou curta demais sem um segundo fator. Escolha uma nova para continuar.',
  },

  firstFactor: {
    title: 'Adicione um segundo fator',
    text: 'Sua conta precisa de mais do que uma senha. Escolha o que adicionar e continue.',
    passkey:
      'A impressão digital, o rosto ou o PIN deste dispositivo, ou uma chave de segurança. O mais seguro e o mais rápido de usar.',
    app: 'Um app autenticador no seu celular mostra um código, que você digita ao entrar.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Sair',
    pending: 'Saindo…',
    done: 'Você saiu da sua conta',
    failed: 'Não foi possível sair',
  },

  password: {
    current: 'Senha atual',
    new: 'Nova senha',
    atLeast: (characters: number) => `Pelo menos ${characters} caracteres`,
    atLeastAlone: (characters: number, withSecondFactor: number) =>
      `Pelo menos ${characters} caracteres (${withSecondFactor} com um segundo fator)`,
    confirm: 'Confirmação da nova senha',
    change: 'Alterar senha',
    changing: 'Alterando…',
    changed: {
      title: 'Senha alterada',
      own: 'Sua senha foi alterada.',
      admin: 'Sua senha de administração foi alterada.',
    },
    notChanged: 'Não foi possível alterar a senha',
  },

  asked: {
    by: (organisation: string) => `A equipe de suporte de ${organisation} redirecionou você para esta página.`,
    reason: 'O motivo da equipe: “<reason/>”',
    accountInstead:
      'Somente visitantes confirmam um endereço de e-mail aqui. Como você entrou na sua conta, é ela que você vê.',
    leaveAnytime: 'Você pode sair desta página a qualquer momento.',
    leaveAfter: {
      details: 'Você poderá sair desta página depois de salvar seus dados ou de sair da conta.',
      signIn: 'Você poderá sair desta página depois de entrar novamente ou de sair da conta.',
      terms: 'Você poderá sair desta página depois de aceitar os termos ou de sair da conta.',
      password: 'Você poderá sair desta página depois de confirmar sua senha ou de sair da conta.',
    },
    leaveWhenEnded:
      'Você poderá sair desta página quando a equipe de suporte encerrar o redirecionamento. Até lá, você pode sair da conta.',
    over: { title: 'Você pode continuar', text: 'A equipe de suporte não precisa de mais nada aqui.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Confirme que é você',
  text: (minutes: number) => `Confirme que é você para continuar. Não vamos pedir de novo por ${minutes} minutos.`,
  notLoaded: 'Não foi possível carregar',
  usePasskey: 'Usar uma chave de acesso',
  label: { password: 'Senha', totp: 'Código do seu app', recoveryCode: 'Código de recuperação' },
  recoveryCodeHint: 'Cada um funciona só uma vez',
  use: {
    password: 'Usar sua senha',
    totp: 'Usar o código do seu app',
    recoveryCode: 'Usar um código de recuperação',
  },
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Dispositivo desconhecido',
  browserOnSystem: (browser: string, system: string) => `${browser} no ${system}`,
  unknownLocation: 'Desconhecida',
  localNetwork: 'Rede local',
  country: (code: string) => countryName('pt-BR', code),
  cityInCountry: (city: string, country: string) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Digite um endereço de e-mail válido',
  codeTooShort: (least: number) => `O código deve ter pelo menos ${least} caracteres`,
  notOurCode: 'Este código não é um dos nossos',
  helpReasonMissing: 'Escolha com o que você precisa de ajuda',
  tokenMissing: 'Falta o parâmetro do token',
  credentialsMissing: 'Digite seu nome de usuário e sua senha',
  captchaMissing: 'Conclua a verificação do captcha',
  appCodeMissing: 'Digite o código do seu app',
  recoveryCodeMissing: 'Digite um dos seus códigos de recuperação',
  usernameMissing: 'Digite um nome de usuário',
  usernameTooLong: (most: number) => `Nomes de usuário podem ter no máximo ${most} caracteres`,
  usernameNotAWord: 'Escolha um nome de usuário sem espaços, barras nem dois-pontos',
  usernameSpaces: 'Não use vários espaços seguidos no nome de usuário',
  firstNameTooLong: (most: number) => `O nome pode ter no máximo ${most} caracteres`,
  lastNameTooLong: (most: number) => `O sobrenome pode ter no máximo ${most} caracteres`,
  notPlainText: 'Use apenas letras, dígitos e pontuação comum',
  invisible: 'Nomes não podem ter caracteres invisíveis. Digite de novo em vez de colar.',
  verificationCodeMissing: 'Digite o código de verificação',
  currentPasswordMissing: 'Digite sua senha atual',
  passwordTooShort: (least: number) => `A nova senha deve ter pelo menos ${least} caracteres`,
  passwordTooLong: (most: number) => `Senhas podem ter no máximo ${most} caracteres`,
  confirmationMissing: 'Confirme sua nova senha',
  confirmationDiffers: 'As senhas não coincidem',
  phoneInvalid: 'Digite um número de telefone, como +44 20 7946 0000',
  dateInvalid: 'Digite uma data no passado',
  tooLong: (most: number) =>
    plural('pt-BR', most, {
      one: 'Use no máximo # caractere',
      many: 'Use no máximo # de caracteres',
      other: 'Use no máximo # caracteres',
    }),
  nameMissing: 'Digite um nome',
  notAPicture: 'Escolha uma foto, por exemplo um arquivo JPEG, PNG ou WebP.',
  pictureFileTooLarge: 'Escolha uma foto de no máximo 20 MB.',
  pictureTooLarge: 'Uma foto pode ter no máximo 64 kB',
  noBody: 'Esta chamada não aceita corpo.',
};

export const mails: Messages['mails'] = {
  time: (at: number) => `${utcTime('pt-BR', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<title/> em <organisation/>',
  signIn: 'Entrar',
  username: 'Nome de usuário',
  facts: {
    requested: 'Solicitado',
    time: 'Data e hora',
    account: 'Conta',
    device: 'Dispositivo',
    location: 'Localização aproximada',
    by: 'Feito por',
    supportTeam: 'a equipe de suporte',
  },

  code: {
    subject: 'Seu código de verificação para <organisation/>',
    title: 'Seu código de verificação',
    use: (minutes: number) =>
      plural('pt-BR', minutes, {
        one: 'Ele confirma seu endereço de e-mail e expira em # minuto.',
        many: 'Ele confirma seu endereço de e-mail e expira em # de minutos.',
        other: 'Ele confirma seu endereço de e-mail e expira em # minutos.',
      }),
    rule: 'Digite o código apenas em <host/>. Nunca diga este código a ninguém: ninguém de <organisation/> vai pedir esse código a você.',
    notYou:
      'Não foi você? Alguém pode ter digitado errado o próprio endereço. Você não precisa fazer nada: sem este código nada acontece, e ele expira sozinho.',
  },

  registration: {
    subject: 'Verifique seu endereço de e-mail para <organisation/>',
    title: 'Verifique seu endereço de e-mail',
    asked: 'Você pediu uma conta.',
    askedAs: 'Você pediu uma conta com o nome de usuário “<name/>”.',
    how: 'Abra esta página no navegador em que você fez o pedido e escolha “Verificar endereço”:',
    open: 'Abrir a página',
    orCode: 'Ou digite este código na página de onde você veio:',
    expires: 'As duas opções funcionam só uma vez, por 24 horas.',
    notYou: 'Não foi você? Você não precisa fazer nada: sem esta etapa não haverá nenhuma conta.',
  },

  knownAddress: {
    subject: 'Você já tem uma conta em <organisation/>',
    title: 'Você já tem uma conta',
    why: 'Alguém, provavelmente você, pediu uma conta com este endereço de e-mail. Você já tem uma.',
    help: 'Se você não lembra como entrar, fale com a equipe de suporte.',
    notYou: 'Não foi você? Você não precisa fazer nada.',
  },

  password: {
    created: {
      subject: 'Sua conta em <organisation/>',
      title: 'Sua conta',
      why: 'A equipe de suporte criou uma conta para você.',
    },
    reset: {
      subject: 'Sua nova senha em <organisation/>',
      title: 'Sua nova senha',
      why: 'A equipe de suporte redefiniu sua senha.',
    },
    usernameWithoutSpace: 'Nome de usuário (sem o espaço)',
    askForUsername: 'peça à equipe de suporte',
    temporaryPassword: 'Senha temporária',
    expires: (days: number) =>
      plural('pt-BR', days, {
        one: 'A senha temporária expira em # dia. Depois disso, peça outra.',
        many: 'A senha temporária expira em # de dias. Depois disso, peça outra.',
        other: 'A senha temporária expira em # dias. Depois disso, peça outra.',
      }),
    next: 'Vamos pedir que você escolha uma nova senha. Só você vai saber qual é, e ninguém de <organisation/> jamais vai pedir essa senha a você.',
    notExpected: 'Não esperava este e-mail? Avise a equipe de suporte e não entre na conta.',
  },

  emailChange: {
    subject: 'Confirme seu novo endereço de e-mail em <organisation/>',
    title: 'Confirme seu novo endereço de e-mail',
    why: 'Alguém que entrou em uma conta de <organisation/> quer usar este endereço de e-mail para essa conta.',
    whyOf: 'Alguém que entrou na conta <name/> de <organisation/> quer usar este endereço de e-mail para essa conta.',
    rule: (minutes: number) =>
      plural('pt-BR', minutes, {
        one: 'Digite o código apenas em <host/>, na sua conta. Ele expira em # minuto. Nunca diga este código a ninguém: ninguém de <organisation/> vai pedir esse código a você.',
        many: 'Digite o código apenas em <host/>, na sua conta. Ele expira em # de minutos. Nunca diga este código a ninguém: ninguém de <organisation/> vai pedir esse código a você.',
        other:
          'Digite o código apenas em <host/>, na sua conta. Ele expira em # minutos. Nunca diga este código a ninguém: ninguém de <organisation/> vai pedir esse código a você.',
      }),
    notYou:
      'Não foi você? Alguém pode ter digitado errado o próprio endereço. Você não precisa fazer nada: sem este código nada muda, e ele expira sozinho.',
  },

  notices: {
    'new device': {
      title: 'Novo login',
      sentence: 'Houve um login na sua conta a partir de um novo navegador.',
    },
    'second step failed': {
      title: 'Login bloqueado',
      sentence: 'Alguém digitou sua senha em um novo navegador, mas não seu segundo fator. Bloqueamos o login.',
    },
    'password changed': { title: 'Senha alterada', sentence: 'Sua senha foi alterada.' },
    'password reset': {
      title: 'Senha redefinida',
      sentence: 'A equipe de suporte redefiniu sua senha. Sua senha antiga não funciona mais.',
    },
    'second factor added': {
      title: 'Segundo fator adicionado',
      sentence: 'Um segundo fator foi adicionado à sua conta.',
    },
    'second factor removed': {
      title: 'Segundo fator removido',
      sentence: 'Um segundo fator foi removido da sua conta.',
    },
    'second factor reset': {
      title: 'Segundos fatores removidos',
      sentence: 'A equipe de suporte removeu todos os segundos fatores da sua conta.',
    },
    'single sign-on linked': {
      title: 'Login único vinculado',
      sentence:
        'O login único foi vinculado à sua conta. Qualquer pessoa que possa entrar lá agora pode entrar aqui como se fosse você.',
    },
    'single sign-on unlinked': {
      title: 'Login único desvinculado',
      sentence: 'O login único foi desvinculado da sua conta.',
    },
    'e-mail changed': {
      title: 'Endereço de e-mail alterado',
      sentence: 'O endereço de e-mail da sua conta foi alterado. Os e-mails sobre ela agora vão para outro endereço.',
    },
    'e-mail set': {
      title: 'Endereço de e-mail alterado',
      sentence: 'O endereço de e-mail de uma conta foi alterado para este. Os e-mails sobre ela agora chegam aqui.',
    },
    'became staff': {
      title: 'Nova função',
      sentence:
        'Um administrador deu à sua conta uma função no painel de administração. Sua senha, seus segundos fatores, seus logins vinculados e suas sessões não funcionam mais. Um administrador vai dar a você uma nova senha temporária.',
    },
    'role changed': {
      title: 'Função alterada',
      sentence: 'A equipe de suporte alterou o que sua conta pode fazer. Entre novamente.',
    },
  },
  notYou: 'Se não foi você, ou se você não esperava isto, fale com a equipe de suporte imediatamente.',
  noLinks: 'Não há links neste e-mail, de propósito. Abra o portal como você sempre faz.',

  settings: {
    title: 'Configurações alteradas',
    from: 'De <ipAddress/> (<location/>) com <device/>, em <time/>',
    open: 'Abrir configurações',
    advice:
      'Não é o que foi combinado? Desfaça a alteração, ou retire-a antes que entre em vigor, e verifique a conta que a fez.',
    last: 'Houve muitas alterações. Você não receberá mais e-mails como este por uma hora. Confira as notificações.',
  },
  apiKeys: {
    open: 'Abrir chaves de API',
    advice: 'Não é o que foi combinado? Encerre a chave e verifique a conta que fez isso.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Digite seu endereço de e-mail',
  codePromptMessage: 'Digite seu código de verificação novamente',
  exitMessage: 'Obrigado por concluir o processo de verificação',
  verificationEnded: 'A equipe de suporte encerrou esta verificação.',
  replies: {
    'check-spam': 'Confira sua pasta de spam',
    'new-code': 'Acabamos de enviar um novo código para você',
    'check-address': 'Confira seu endereço de e-mail',
  },
  termsText: `Ao usar este portal, você concorda com o seguinte.

1. Sua conta é só sua. Não compartilhe sua senha e avise a equipe de suporte se for possível que outra pessoa a conheça.
2. Use o portal apenas para a finalidade dele e respeite as outras pessoas que o usam.
3. Logins e alterações são registrados com horário, endereço IP e dispositivo, para manter as contas seguras.
4. A equipe de suporte pode suspender uma conta que seja usada de forma indevida.

Se você tiver dúvidas, fale com a equipe de suporte antes de aceitar.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'Falta algo na solicitação ou ela não é válida.',
  fieldInvalid: (field: string) => `“${field}” está faltando ou não é válido.`,
  notSignedIn: 'Você não entrou na sua conta.',
  notAllowed: 'Você não tem permissão para fazer isto.',
  passwordChangeRequired: 'Primeiro, escolha sua própria senha.',
  secondFactorRequired: 'Primeiro, adicione um segundo fator à sua conta.',
  stepUpNeeded: 'Confirme que é você para continuar.',
  gateClosed: 'Abra esta página com o link que você recebeu.',
  foreignOrigin: 'Esta solicitação não vem de uma página deste portal.',
  domainDenied: 'O recurso solicitado não foi encontrado neste servidor.',
  domainDeniedCode: 'Código de erro: acesso ao domínio negado',
  notFound: 'Não há nada neste endereço.',
  tooManyRequests: (seconds: number) =>
    `Muitas tentativas. Tente novamente em ${
      seconds < 60
        ? plural('pt-BR', seconds, { one: '# segundo', many: '# de segundos', other: '# segundos' })
        : plural('pt-BR', Math.ceil(seconds / 60), { one: '# minuto', many: '# de minutos', other: '# minutos' })
    }.`,
  busy: 'O servidor está ocupado no momento. Tente novamente daqui a pouco.',
  unavailable: 'O serviço não está disponível no momento. Tente novamente daqui a pouco.',
  bodyTooLarge: 'A solicitação é grande demais.',
  notJson: 'Aqui só se aceita JSON (application/json).',
  malformedRequest: 'A solicitação não é HTTP válido.',
  malformedJson: 'A solicitação não é JSON válido.',
  internal: 'Algo deu errado do nosso lado. Tente novamente daqui a pouco.',

  captchaNeeded: 'Confirme que você não é um robô e enviaremos o código.',
  captchaRefused: 'O captcha não foi aceito. Conclua a verificação do captcha novamente.',
  captchaUnavailable: 'Não é possível conectar ao serviço de captcha no momento. Tente novamente daqui a pouco.',
  emailsWait: 'Há e-mails demais aguardando envio. Tente novamente em um minuto.',
  cannotReceiveEmail: (domain: string) => `${domain} não pode receber e-mails. Confira a parte depois do @.`,

  gateTokenInvalid: 'O token não é válido ou expirou',
  gateTokenUsed: 'Este token já foi usado',
  guestCode: {
    expired: 'Seu código de verificação expirou. Peça um novo.',
    unknown: 'Não há código para este endereço. Peça um novo.',
  },
  accountCode: {
    expired: 'Seu código expirou. Peça um novo.',
    unknown: 'Não há código para digitar. Peça um novo.',
  },
  codeDead: 'Muitos códigos incorretos. Peça um novo.',
  codeWrong: (left: number) =>
    plural('pt-BR', left, {
      one: 'O código não está correto. Você ainda tem # tentativa.',
      many: 'O código não está correto. Você ainda tem # de tentativas.',
      other: 'O código não está correto. Você ainda tem # tentativas.',
    }),
  browserUnknown: 'Ainda não conhecemos seu navegador. Recarregue a página e tente novamente.',
  noExit: 'Não há nenhuma saída aberta nesta página, ou você já escolheu.',
  notConfirmedLately:
    'Confirme primeiro o seu endereço de e-mail. Nos 15 minutos seguintes, você poderá ver e apagar o que guardamos sobre ele.',
  legalHold: 'Isto ainda não pode ser apagado: uma obrigação legal impede. Fale com a equipe de suporte.',

  wrongCredentials: 'Nome de usuário ou senha incorretos',
  accountSuspended: 'Sua conta está suspensa. Fale com a equipe de suporte.',
  temporaryPasswordExpired: 'Esta senha temporária expirou. Peça uma nova à equipe de suporte.',
  signInExpired: 'Passou tempo demais ou houve tentativas demais. Entre novamente.',
  signInPasskeyRefused: 'Esta chave de acesso não foi aceita. Tente novamente ou use sua senha.',
  wrongAppCode: 'Este código está incorreto ou já foi usado. Digite o próximo que seu app mostrar.',
  wrongRecoveryCode: 'Este código de recuperação está incorreto ou já foi usado.',
  passkeyRefused: 'Esta chave de acesso não foi aceita. Tente novamente.',

  noSelfRegistration: 'As contas são criadas pela equipe de suporte',
  usernameTaken: 'Este nome de usuário já está em uso. Escolha outro.',
  emailTaken: 'Já existe uma conta com este endereço de e-mail.',
  registrationCodeInvalid: 'Este código de verificação não é válido ou expirou. Peça um novo.',
  otherBrowser:
    'Este código só funciona no navegador em que você se cadastrou. Abra o link lá ou cadastre-se novamente aqui.',

  wrongCurrentPassword: 'A senha atual não está correta',
  wrongPassword: 'Esta senha não está correta.',
  wrongPasswordTryAgain: 'Esta senha não está correta. Tente novamente.',
  samePassword: 'A nova senha deve ser diferente da atual',
  passwordNeedsFactor: (least: number) =>
    `Uma senha com menos de ${least} caracteres precisa de um segundo fator. Escolha uma mais longa ou adicione antes um segundo fator à sua conta.`,
  passwordCommon: 'Esta senha é comum demais. Escolha outra.',
  passwordGuessable: 'Esta senha é parecida demais com um nome que outras pessoas conhecem. Escolha outra.',
  passwordLeaked: 'Esta senha apareceu em um vazamento de dados. Escolha outra.',
  passwordNotEnough: 'Use seu segundo fator. Sua senha sozinha não basta aqui.',
  shortPasswordStandsAlone: (least: number) =>
    `Sua senha tem menos de ${least} caracteres. Ela é curta demais sem um segundo fator: escolha antes uma mais longa.`,
  lastSecondFactor: 'Este portal exige um segundo fator, e este é o único que você tem. Adicione outro antes.',
  secondFactorGone: 'Este segundo fator não existe mais.',
  appOfferExpired: 'Passou tempo demais. Comece a adicionar o app novamente.',
  tooManyPasskeys: (most: number) =>
    plural('pt-BR', most, {
      one: 'Você pode ter no máximo # chave de acesso. Remova uma antes.',
      many: 'Você pode ter no máximo # de chaves de acesso. Remova uma antes.',
      other: 'Você pode ter no máximo # chaves de acesso. Remova uma antes.',
    }),
  passkeyKnown: 'Esta chave de acesso já está em uso.',
  nothingToRecover:
    'Adicione antes um app ou uma chave de acesso. Os códigos de recuperação substituem o que você perder.',

  sameEmail: 'Este já é seu endereço de e-mail.',
  termsChanged: 'Os termos mudaram nesse meio-tempo. Leia-os novamente.',
  languageNotOffered: 'Este idioma não está disponível aqui.',
};
