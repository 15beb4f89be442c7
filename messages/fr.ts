import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Langue',
  theme: 'Thème',
  systemTheme: 'Thème du système',
  lightTheme: 'Thème clair',
  darkTheme: 'Thème sombre',
  supportContact: 'Vous pouvez joindre l’équipe d’assistance <organisation/> ici : <contact/>',

  loading: 'Chargement…',
  close: 'Fermer',
  cancel: 'Annuler',
  tryAgain: 'Réessayer',
  pleaseTryAgain: 'Veuillez réessayer',
  pleaseTryAgainLater: 'Veuillez réessayer dans un instant.',
  copied: 'Copié',
  copyFailed: 'Impossible de copier. Sélectionnez plutôt le texte.',
  toasts: { label: 'Notifications (touche F8)', close: 'Fermer la notification' },
  passwordField: {
    show: (field) => `Afficher « ${field} »`,
    hide: (field) => `Masquer « ${field} »`,
    capsLock: 'Le verrouillage des majuscules est activé',
  },
  timeAgo: {
    now: 'à l’instant',
    minutes: (minutes) => `il y a ${minutes} min`,
    hours: (hours) => `il y a ${hours} h`,
    days: (days) => plural('fr', days, { one: 'il y a # jour', many: 'il y a # de jours', other: 'il y a # jours' }),
  },
  captcha: {
    label: 'Je ne suis pas un robot',
    verifying: 'Vérification…',
    slow: 'Vérification toujours en cours, cela peut prendre une minute',
    verified: 'Vérifié',
    expired: 'Expiré, veuillez cocher à nouveau la case',
    failed: 'Vérification impossible, veuillez réessayer',
    loading: 'Chargement du captcha…',
    blocked: 'Le captcha n’a pas pu être chargé. Vérifiez votre connexion Internet et votre bloqueur de publicités.',
  },
  passkeyNotUsed: 'La clé d’accès n’a pas été utilisée. Réessayez ou choisissez un autre moyen.',

  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion Internet et réessayez.',
  unwell: 'Le serveur n’a pas pu répondre. Veuillez réessayer dans un instant.',
  notLoaded: {
    title: 'Impossible de charger cette page',
    description: 'Il se peut que le portail ait été mis à jour ou que vous soyez hors ligne.',
    reload: 'Recharger',
    overlayTitle: 'Ouverture impossible',
    overlayDescription: 'Il se peut que le portail ait été mis à jour ou que vous soyez hors ligne. Rechargez la page.',
  },
  needsScript: 'Ce portail a besoin de JavaScript. Veuillez l’activer et recharger la page.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Erreur', unknown: 'Une erreur s’est produite' },
  offline: {
    page: 'Vous êtes hors ligne. Cette page reprendra dès que vous serez de nouveau en ligne.',
    unsent: 'Vous êtes hors ligne. Nous enverrons votre saisie dès que vous serez de nouveau en ligne.',
  },

  title: 'Bienvenue',
  introduction: 'Saisissez votre adresse e-mail : nous vous enverrons un code pour confirmer qu’elle est bien à vous.',
  haveAccount: 'Vous avez un compte ? <link>Se connecter</link>',
  email: { label: 'Adresse e-mail*', hint: 'Par exemple nom@example.com' },
  continue: 'Continuer',
  sending: 'Envoi…',
  suggestion: {
    question: 'Vouliez-vous dire <email/> ?',
    accept: 'Oui, utiliser <domain/>',
    decline: 'Non, garder <domain/>',
  },
  codeSent: { title: 'Code envoyé', description: 'Nous avons envoyé un code de vérification à votre adresse e-mail' },
  codeResent: {
    title: 'Code renvoyé',
    description: 'Nous avons envoyé un nouveau code de vérification à votre adresse e-mail',
  },

  help: {
    label: 'Aide',
    need: 'J’ai besoin d’aide',
    unavailable: 'Nous n’avons pas pu charger les choix. Veuillez réessayer.',
    title: 'De quelle aide avez-vous besoin ?',
    description: 'Choisissez une réponse. Vous n’avez rien à écrire.',
    reasons: {
      no_mail: 'Je n’ai pas reçu l’e-mail',
      wrong_address: 'Mon adresse est incorrecte',
      code_refused: 'Mon code n’est pas accepté',
      told_to_come: 'Quelqu’un m’a dit de venir ici',
    },
    toldToCome:
      'Personne chez <organisation/> ne demande de code par téléphone ou par chat. Si quelqu’un vous a dit de venir ici, raccrochez ou quittez le chat, puis fermez cette page.',
    close: 'Fermer',
    asked: 'Nous avons prévenu l’équipe d’assistance.',
    attended: 'L’équipe d’assistance vous aide en ce moment.',
    chosen: (reason) =>
      `Vous avez choisi « ${reason} ». Veuillez garder cette page ouverte. La réponse s’affichera ici.`,
    withdraw: 'Je n’ai plus besoin d’aide',
    chooseOther: 'Choisir autre chose',
  },

  prompt: {
    sender: 'Message de l’équipe d’assistance <organisation/>',
    titles: { email: 'Adresse e-mail requise', code: 'Code de vérification' },
    warning:
      'Seul le code reçu dans notre e-mail (<sender/>) doit être saisi ici. Ne communiquez jamais votre code à qui que ce soit.',
    close: 'J’ai compris',
  },
  redirect: {
    moved: 'L’équipe d’assistance vous a fait passer à cette page',
    emailFirst:
      'L’équipe d’assistance souhaite que vous saisissiez votre code. Veuillez d’abord saisir votre adresse e-mail.',
    unknownHere: 'Nous n’avons pas trouvé votre demande de code. Veuillez saisir à nouveau votre adresse e-mail.',
    dismiss: 'Masquer',
  },

  link: {
    title: 'Vérification',
    verifying: { title: 'Vérification…', description: 'Cela prend un instant.' },
    verified: 'Vérification réussie !',
    access: 'Vous avez maintenant accès à <organisation/>',
    redirecting: (seconds) =>
      plural('fr', seconds, {
        one: 'Redirection dans # seconde…',
        many: 'Redirection dans # de secondes…',
        other: 'Redirection dans # secondes…',
      }),
    failed: 'Échec de la vérification',
    invalid: 'Jeton de vérification non valide',
    invalidOrExpired: 'Jeton non valide ou expiré',
    unreachable: 'Une erreur réseau s’est produite',
    askForNew:
      'Un lien ne fonctionne qu’une fois et pendant peu de temps. Veuillez en demander un nouveau là où vous avez obtenu celui-ci.',
    incomplete: 'Ce lien est incomplet',
    openWhole:
      'Il manque une partie de votre lien. Veuillez ouvrir le lien entier : certaines applications de messagerie coupent les liens longs en fin de ligne.',
    noToken: 'Aucun jeton de vérification fourni',
    missingToken: 'Paramètre de jeton manquant',
    retry: 'Relancer la vérification',
    continueWithout: 'Continuer sans le lien',
  },
  notFound: {
    title: 'Page introuvable',
    description: 'La page que vous cherchez n’existe pas ou a été déplacée.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Saisissez le code',
    heading: 'Consultez vos e-mails',
    undelivered: 'Nous n’avons pas pu vous remettre le code',
    label: 'Saisissez le code*',
    hint: (digits) => `Les ${digits} chiffres reçus dans notre e-mail`,
    verifying: 'Vérification…',
    expired: 'Code expiré',
    expiredProblem: 'Ce code a expiré. Veuillez en demander un nouveau.',
    expiredToast: {
      title: 'Code expiré',
      description: 'Votre code de vérification a expiré. Veuillez en demander un nouveau.',
    },
    tooManyWrong: 'Trop de codes incorrects. Veuillez demander un nouveau code.',
    verified: { title: 'C’est fait', description: 'Votre adresse e-mail est confirmée' },
    failed: 'Échec de la vérification',
  },
  sentTo: {
    unknown: 'Votre code pour <email/>',
    sending: 'Nous envoyons un code à <email/>',
    sent: (time) => `Nous avons envoyé un code à ${time} à l’adresse <email/>`,
    undelivered: 'Vous avez saisi <email/>',
    edit: 'Modifier',
    correct: 'Corriger l’adresse',
  },
  usual: {
    seconds: (seconds) =>
      plural('fr', seconds, {
        one: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # seconde environ.',
        many: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # de secondes environ.',
        other: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # secondes environ.',
      }),
    minute: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en une minute environ.',
    minutes: (minutes) =>
      plural('fr', minutes, {
        one: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # minute environ.',
        many: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # de minutes environ.',
        other: 'Aujourd’hui, un e-mail vers <domain/> arrive en général en # minutes environ.',
      }),
  },
  undelivered: {
    delayed:
      'Les e-mails vers <domain/> arrivent avec du retard. Nous continuons d’essayer, et cette page vous tiendra au courant.',
    expired: (minutes) =>
      plural('fr', minutes, {
        one: 'Nous n’avons pas pu envoyer l’e-mail en # minute. Demandez un nouveau code ou utilisez une autre adresse.',
        many: 'Nous n’avons pas pu envoyer l’e-mail en # de minutes. Demandez un nouveau code ou utilisez une autre adresse.',
        other:
          'Nous n’avons pas pu envoyer l’e-mail en # minutes. Demandez un nouveau code ou utilisez une autre adresse.',
      }),
    bounced: (reason) => `Notre e-mail nous a été retourné. ${reason}`,
    reasons: {
      no_mailbox: '<domain/> n’a pas de boîte à ce nom. Vérifiez que l’adresse ne contient pas de faute de frappe.',
      mailbox_full:
        'Cette boîte est pleine. Faites un peu de place et demandez un nouveau code, ou utilisez une autre adresse.',
      no_domain: '<domain/> ne peut pas recevoir d’e-mails. Vérifiez la partie après le @.',
      no_smtputf8:
        'Nous ne pouvons pas envoyer d’e-mails à un nom contenant ces lettres chez <domain/>. Utilisez une autre adresse.',
      blocked: '<domain/> n’accepte pas nos e-mails. Utilisez une autre adresse.',
      other: '<domain/> a refusé notre e-mail. Vérifiez l’adresse ou utilisez-en une autre.',
    },
  },
  timer: {
    label: 'Temps restant pour ce code',
    soon: 'il reste moins d’une minute',
    minutes: (minutes) =>
      plural('fr', minutes, {
        one: 'il reste environ # minute',
        many: 'il reste environ # de minutes',
        other: 'il reste environ # minutes',
      }),
    expiresSoon: 'Le code expire dans moins d’une minute.',
    expired: 'Le code a expiré. Veuillez en demander un nouveau.',
  },
  resend: {
    send: 'Envoyer un nouveau code',
    noEmail: 'Vous n’avez pas reçu d’e-mail ? <resend>Renvoyer</resend>',
    isAddressRight: 'L’adresse est-elle correcte ? <resend>Renvoyer</resend>',
    wait: {
      sentence: 'Vous pourrez demander un nouveau code dans <time/>',
      soon: 'moins d’une minute',
      minutes: (minutes) =>
        plural('fr', minutes, {
          one: 'environ # minute',
          many: 'environ # de minutes',
          other: 'environ # minutes',
        }),
    },
    possible: 'Vous pouvez maintenant demander un nouveau code.',
    checkSpam: 'Toujours pas d’e-mail ? Vérifiez votre dossier de courrier indésirable. L’e-mail vient de <sender/>',
  },
  safety: {
    label: 'Sécurité',
    onlyOurs: 'Saisissez uniquement le code que nous vous avons envoyé par e-mail. Il vient de <sender/>',
    neverTell:
      'Ne saisissez jamais de codes d’autres services. Ne communiquez jamais votre code à qui que ce soit : personne chez <organisation/> ne vous le demandera.',
  },
  processing: {
    title: 'Traitement de la demande',
    description: 'Nous vérifions votre code. Veuillez garder cette page ouverte.',
    almostDone: 'Presque terminé',
    timeLeft: 'Temps restant',
    clock: (seconds) => `${seconds} s`,
    secondsLeft: (seconds) =>
      plural('fr', seconds, {
        one: '# seconde restante',
        many: '# de secondes restantes',
        other: '# secondes restantes',
      }),
  },

  confirmed: {
    label: 'Confirmation',
    title: 'Adresse e-mail confirmée',
    email: 'L’adresse <email/> est confirmée pour <organisation/>.',
    unnamed: 'Votre adresse est confirmée pour <organisation/>.',
    leave: 'Continuer vers <host/>',
    orClose: 'Ou fermez cette page. Tout est en ordre.',
    close: 'Tout est en ordre, vous pouvez fermer cette page.',
    another: 'Confirmer une autre adresse',
    myData: 'Voir ou effacer ce qui est conservé à votre sujet',
  },
  site: {
    purpose: 'L’adresse que vous confirmez ici sera transmise à <host/>.',
    done: '<host/> a reçu votre adresse. Vous pouvez fermer cette fenêtre.',
  },
  halted: {
    title: 'Veuillez vous arrêter ici',
    nobodyAsks: 'Personne chez <organisation/> ne demande de code par téléphone ou par chat.',
    explanation:
      'Si quelqu’un vous a dit d’ouvrir cette page, d’y saisir quelque chose ou de lui donner un code, n’allez pas plus loin. Cette personne essaie peut-être d’accéder à l’un de vos comptes.',
    whatToDo: 'Que faire',
    endCall: 'Raccrochez ou quittez le chat.',
    closePage: 'Fermez cette page.',
    tellNobody: 'Ne communiquez à personne un code reçu par e-mail, par SMS ou dans une application.',
    changePassword:
      'Si vous avez communiqué un code ou un mot de passe à quelqu’un, changez le mot de passe maintenant et appelez l’entreprise concernée. Cherchez vous-même son numéro.',
    warned: 'Nous avons averti les administrateurs chez <organisation/>.',
    untilYouGoOn:
      'Tant que vous n’avez pas choisi de continuer, l’équipe d’assistance ne peut ni vous montrer de messages ni vous faire passer à une autre page.',
    goOn: 'J’ai compris, continuer',
  },
  exit: {
    thanks: 'Merci',
    confirmed: 'Votre adresse e-mail est confirmée.',
    ended: 'Fin de la vérification',
    leavingFor: 'Vous quittez ce portail pour <host/>',
    end: 'La vérification s’arrête ici.',
    stay: 'Rester',
    tryAgain: 'Réessayer',
    failed: 'Veuillez réessayer dans un instant.',
    stillHere: {
      title: 'Vous êtes toujours ici',
      description: 'La page que vous alliez ouvrir n’est plus en service.',
    },
    closed: { title: 'Vous pouvez fermer cette page', description: 'Vous n’avez plus rien à faire ici.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Vos données',
  introduction: 'Voici ce que <organisation/> conserve pour <email/>.',
  timeLeft: (minutes) =>
    plural('fr', minutes, {
      one: 'Pour votre sécurité, cette page se ferme dans # minute.',
      many: 'Pour votre sécurité, cette page se ferme dans # de minutes.',
      other: 'Pour votre sécurité, cette page se ferme dans # minutes.',
    }),
  failed: 'Impossible de charger vos données',
  nothing: 'Rien n’est conservé pour <email/>.',
  cut: 'Il y en a plus que ce qui est affiché ici.',
  account:
    'Il existe aussi un compte avec cette adresse. Il n’est ni affiché ni effacé ici. <link>Connectez-vous</link> pour le voir.',
  held: (day) =>
    `Pour des raisons juridiques, nous devons conserver ces données jusqu’au ${day}. Vous ne pouvez pas les effacer avant.`,
  kinds: {
    registrations: 'Inscription',
    verified: 'Adresse confirmée',
    codes: 'Demandes de code',
    visits: 'Visites',
    help: 'Demandes d’aide',
    messages: 'Messages de l’équipe d’assistance',
    log: 'Entrées du journal',
    audit: 'Entrées d’audit',
    notifications: 'Avis à l’équipe d’assistance',
    emails: 'E-mails qui vous sont adressés',
    webhooks: 'Rapports à d’autres systèmes',
  },
  about: {
    registrations: 'Un nouveau compte qui attend votre confirmation.',
    verified: 'Montre que l’adresse est la vôtre.',
    codes: 'L’adresse que vous avez saisie, et quand. Personne ne peut lire le code.',
    visits: 'Votre navigateur, votre adresse IP, le lieu approximatif et la page.',
    help: 'Ce que vous avez demandé à l’équipe d’assistance.',
    messages: 'Ce que l’équipe d’assistance vous a montré ici.',
    log: 'Ce qui s’est passé ici et quand, pour la sécurité.',
    audit: 'Ce que l’équipe d’assistance a fait et qui vous concerne.',
    notifications: 'Ce que l’équipe d’assistance a appris de votre visite.',
    emails: 'Quand nous vous avons écrit et si le message est arrivé, sans le texte.',
    webhooks: 'Le résultat, pour le système qui vous a envoyé ici.',
  },
  fields: {
    username: 'Nom d’utilisateur',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    guestId: 'ID du navigateur',
    ipAddress: 'Adresse IP',
    location: 'Lieu',
    device: 'Appareil',
    language: 'Langue',
    page: 'Page',
    views: 'Pages vues',
    action: 'Action',
    kind: 'Type',
    title: 'Titre',
    text: 'Texte',
    reason: 'Motif',
    details: 'Détails',
    outcome: 'Résultat',
    tries: 'Essais',
    state: 'État',
    destination: 'Destination',
    token: 'ID du lien',
    organisationId: 'ID dans l’autre système',
    claims: 'De l’autre système',
    helped: 'Avec l’aide de l’assistance',
    at: 'Heure',
    createdAt: 'Création',
    seenAt: 'Dernière visite',
    expiresAt: 'Expiration',
    usedAt: 'Utilisation',
    sentAt: 'Envoi',
    verifiedAt: 'Confirmation',
    deliveredAt: 'Livraison',
    haltedAt: 'Arrêt de votre part',
    bouncedAt: 'Retour',
  },
  download: 'Télécharger la page',
  downloadJson: 'Télécharger pour un logiciel (JSON)',
  made: (time) => `Créé le ${time}`,
  erase: 'Tout effacer',
  erasing: {
    title: 'Tout effacer ?',
    description: 'Tout ce qui est conservé pour <email/> sera effacé. C’est irréversible.',
    elsewhere:
      'Cela ne concerne que ce portail. Pour les données dans d’autres systèmes, adressez-vous à <organisation/>.',
    confirm: 'Effacer définitivement',
    failed: 'Impossible d’effacer vos données',
  },
  stays: {
    title: 'Ce qui reste',
    audit:
      'Les traces de ce que l’équipe d’assistance a fait. Un nom aléatoire qui ne mène nulle part remplace le vôtre.',
    halt: 'Votre avertissement que quelqu’un vous a dit de venir ici. Il vous protège jusqu’à ce que vous choisissiez de continuer.',
    account: 'Les données du compte qui a cette adresse.',
    'staff-work': 'Les traces de votre propre travail dans l’équipe d’assistance.',
    until: (day) => `Nous le supprimerons le ${day}.`,
  },
  erased: {
    title: 'Vos données sont effacées',
    description: 'Ce qui était conservé pour <email/> n’existe plus. Vous pouvez fermer cette page.',
  },
  over: { title: 'Veuillez confirmer votre adresse', confirm: 'Confirmer mon adresse' },
};

export const signIn: Messages['signIn'] = {
  title: 'Connexion',
  adminTitle: 'Connexion administrateur',

  reasons: {
    signedOut: 'Votre session a été fermée. Veuillez vous reconnecter.',
    reLogin: 'Pour votre sécurité, veuillez vous reconnecter.',
  },
  user: {
    heading: 'Portail des utilisateurs',
    subtitle: 'Authentification des utilisateurs',
    login: 'Connexion',
    register: 'Inscription',
    submit: 'Se connecter',
    pending: 'Connexion…',
    done: 'Connexion réussie',
    failed: 'Échec de la connexion',
    refused: 'Nom d’utilisateur ou mot de passe incorrect',
    forgotPassword:
      'L’équipe d’assistance peut vous donner un mot de passe temporaire. Vous l’utilisez pour vous connecter, puis vous en choisissez un nouveau.',
  },
  admin: {
    heading: 'Espace d’administration',
    subtitle: 'Accès réservé à l’administration',
    submit: 'Accéder à l’espace d’administration',
    pending: 'Authentification…',
    done: 'Connexion administrateur réussie',
    failed: 'Échec de la connexion administrateur',
    refused: 'Identifiants d’administrateur incorrects',
    forgotPassword:
      'Un autre administrateur peut vous donner un mot de passe temporaire dans la gestion des utilisateurs (« User Management »). S’il n’y en a pas d’autre, la personne qui gère le serveur peut le faire avec « <command/> ».',
    backToUserLogin: 'Retour à la connexion des utilisateurs',
  },
  denied: {
    pageTitle: 'Administration',
    title: 'Accès refusé',
    loading: 'Chargement de l’espace d’administration…',
    redirecting: 'Accès administrateur requis. Redirection…',
    privilegesRequired: 'Droits d’administrateur requis',
    role: 'Rôle actuel : utilisateur',
  },
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  enterUsername: 'Saisissez votre nom d’utilisateur',
  enterPassword: 'Saisissez votre mot de passe',
  forgotPassword: 'Mot de passe oublié ?',
  withPasskey: 'Se connecter avec une clé d’accès',
  or: 'ou',
  withSso: 'Se connecter par authentification unique',

  secondStep: {
    title: 'Encore une étape',
    description: 'Votre mot de passe est correct. Confirmez maintenant que c’est bien vous.',
    usePasskey: 'Utiliser une clé d’accès',
    appCode: 'Code de votre application',
    recoveryCode: 'Code de récupération',
    worksOnce: 'Chaque code ne fonctionne qu’une fois',
    continue: 'Continuer',
    checking: 'Vérification…',
    useRecoveryCode: 'Utiliser plutôt un code de récupération',
    useAppCode: 'Utiliser le code de votre application',
    startOver: 'Recommencer',
  },

  noRegistration: {
    title: 'Les comptes sont créés par l’équipe d’assistance',
    description:
      'Pour obtenir un compte, veuillez contacter l’équipe d’assistance en indiquant votre nom et votre adresse e-mail. Elle le crée pour vous et vous envoie ce qu’il vous faut pour vous connecter.',
    copyContact: 'Copier le contact de l’équipe d’assistance',
  },
  register: {
    email: 'Adresse e-mail',
    emailHint: 'Nous vous envoyons un code par e-mail pour la confirmer',
    firstName: 'Prénom',
    lastName: 'Nom',
    optional: 'Facultatif',
    passwordHint: (least) =>
      plural('fr', least, {
        one: 'Au moins # caractère',
        many: 'Au moins # de caractères',
        other: 'Au moins # caractères',
      }),
    submit: 'Créer un compte',
    pending: 'Création du compte…',
    haveCode: 'Vous avez reçu un code dans notre e-mail ? <link>Confirmer votre adresse e-mail</link>',
    done: 'Votre compte a été créé',
    doneUnverified: {
      title: 'Inscription réussie',
      description: 'Consultez vos e-mails pour confirmer votre compte.',
    },
    failed: 'Échec de l’inscription',
    failedReason: 'Le compte n’a pas pu être créé',
  },
  verifyEmail: {
    title: 'Confirmez votre adresse e-mail',
    subtitle: 'Plus qu’une étape avant votre compte',
    backToLogin: 'Retour à la connexion',
    sentTo: 'Nous avons envoyé un e-mail à <email/>',
    enterCode: 'Saisissez le code reçu dans notre e-mail, ou ouvrez le lien qu’il contient.',
    code: 'Code de vérification',
    codeHint: 'Le lien dans notre e-mail le remplit pour vous',
    codeFilledIn: 'Rempli par le lien que vous avez ouvert',
    codeMissing: 'Saisissez le code reçu dans notre e-mail',
    submit: 'Confirmer l’adresse e-mail',
    pending: 'Vérification…',
    done: 'Votre adresse e-mail est confirmée ! Vous pouvez maintenant vous connecter.',
    failed: 'Échec de la vérification',
    invalid: 'Code de vérification non valide',
  },
  resend: {
    title: 'Toujours pas d’e-mail ?',
    description:
      'Cela peut prendre quelques minutes. Vérifiez aussi votre dossier de courrier indésirable. L’e-mail vient de <sender/>',
    email: 'Adresse e-mail',
    emailHint: 'Celle de votre inscription dans ce navigateur',
    noAddress: 'Aucune adresse e-mail disponible pour le renvoi',
    submit: 'Renvoyer l’e-mail de vérification',
    pending: 'Envoi…',
    done: 'L’e-mail de vérification vous a été renvoyé',
    failed: 'L’e-mail de vérification n’a pas pu être renvoyé',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Votre compte d’authentification unique n’est associé à aucun compte ici. Connectez-vous avec votre mot de passe et associez-le dans votre compte.',
  suspended: 'Votre compte est suspendu. Veuillez contacter l’équipe d’assistance.',
  'second-factor': 'Veuillez vous connecter avec votre mot de passe et votre second facteur.',
  cancelled: 'L’authentification unique a été annulée.',
  expired:
    'L’authentification unique a pris trop de temps ou a été lancée dans un autre navigateur. Veuillez réessayer.',
  failed: 'L’authentification unique a échoué. Veuillez réessayer, ou vous connecter avec votre mot de passe.',
  unavailable:
    'L’authentification unique n’est pas disponible pour le moment. Veuillez réessayer plus tard, ou vous connecter avec votre mot de passe.',
  taken: 'Ce compte d’authentification unique est déjà associé à un autre compte ici.',
};

export const account: Messages['account'] = {
  goToAccount: 'Accéder à votre compte',
  saving: 'Enregistrement…',

  home: {
    title: 'Votre compte',
    standing: { online: 'En ligne', suspended: 'Suspendu', needs_auth: 'Reconnexion requise' },
    adminPanel: {
      title: 'Espace d’administration',
      admin: 'Utilisateurs, invités et paramètres',
      helper: 'Ce que vous pouvez faire avec le rôle d’assistant',
      manager: 'Ce que vous pouvez faire avec le rôle de gestionnaire',
      auditor: 'Ce que vous pouvez faire avec le rôle d’auditeur',
      open: 'Ouvrir l’espace d’administration',
    },
    details: {
      title: 'Vos informations',
      text: 'Votre nom et comment vous joindre',
      open: 'Modifier les informations',
    },
    language: { title: 'Langue', text: 'De vos pages et de vos e-mails', notSaved: 'Langue non enregistrée' },
    profile: {
      title: 'Complétez votre profil',
      text: 'Comment votre profil est complété',
      open: 'Compléter le profil',
    },
    terms: { title: 'Votre accord', text: 'Les conditions d’utilisation de ce portail', open: 'Lire les conditions' },
    email: {
      title: 'Adresse e-mail',
      none: 'Aucune pour l’instant. Ajoutez-en une pour que nous puissions vous informer de tout changement concernant votre compte.',
    },
    password: {
      title: 'Mot de passe',
      text: 'La modification vous déconnecte partout ailleurs',
      change: 'Modifier le mot de passe',
      description: 'Votre session ici reste ouverte. Toutes les autres sont fermées.',
    },
    signOut: { title: 'Déconnexion', text: 'Fermer votre session dans ce navigateur' },
  },

  picture: {
    title: 'Photo',
    text: 'Affichée à côté de votre nom',
    add: 'Ajouter une photo',
    change: 'Changer la photo',
    remove: 'Supprimer',
    saved: 'Photo enregistrée',
    removed: 'Photo supprimée',
    notSaved: 'Photo non enregistrée',
    notRemoved: 'Photo non supprimée',
  },

  email: {
    add: 'Ajouter une adresse e-mail',
    change: 'Modifier l’adresse e-mail',
    description:
      'Nous envoyons un code par e-mail à la nouvelle adresse pour confirmer qu’elle est bien à vous. Rien ne change tant que vous ne l’avez pas saisi.',
    openToAdd: 'Ajouter une adresse',
    openToChange: 'Modifier l’adresse',
    notLoaded: 'Nous n’avons pas pu vérifier si un code vous attend.',
    newAddress: 'Nouvelle adresse e-mail',
    sendCode: 'Envoyer le code',
    sending: 'Envoi…',
    codeNotSent: 'Code non envoyé',
    onItsWay: 'Un code est en route vers <email/>',
    code: 'Code reçu par e-mail',
    codeExpired: 'Ce code a expiré. Veuillez en envoyer un autre.',
    codeExpires: (time) => `Expire dans ${time}`,
    confirm: 'Confirmer l’adresse',
    confirming: 'Modification…',
    sendAnother: 'Envoyer un autre code',
    anotherSent: { title: 'Code envoyé', text: 'Le code précédent ne fonctionne plus.' },
    useAnother: 'Utiliser une autre adresse',
    changed: {
      title: 'Adresse e-mail modifiée',
      text: (email) => `Les e-mails concernant votre compte sont désormais envoyés à ${email}.`,
    },
    notChanged: 'Adresse non modifiée',
  },

  sso: {
    title: 'Authentification unique (SSO)',
    text: 'Connectez-vous ici sans votre mot de passe',
    textOf: (provider) => `Connectez-vous avec votre compte ${provider}, sans le mot de passe que vous utilisez ici`,
    notLoaded: 'Nous n’avons pas pu vérifier si elle est associée',
    neverUsed: (provider, since) => `Associée à ${provider} depuis le ${since}, pas encore utilisée`,
    lastUsed: (provider, since, used) => `Associée à ${provider} depuis le ${since}, dernière utilisation le ${used}`,
    link: 'Associer',
    linking: 'Association…',
    linked: 'Authentification unique associée',
    notLinked: 'Authentification unique non associée',
    unlink: 'Dissocier',
    unlinkTitle: 'Dissocier l’authentification unique ?',
    unlinkText: (provider) =>
      `Votre compte ${provider} ne vous permettra plus de vous connecter ici. Utilisez votre mot de passe à la place.`,
    unlinked: 'Authentification unique dissociée',
    notUnlinked: 'Authentification unique non dissociée',
  },

  factors: {
    title: 'Second facteur',
    description: 'Demandé après votre mot de passe quand vous vous connectez',
    on: 'Activé',
    off: 'Désactivé',
    loading: 'Chargement de vos seconds facteurs…',
    notLoaded: 'Vos seconds facteurs n’ont pas pu être chargés.',
    none: 'Toute personne qui apprend votre mot de passe peut se connecter à votre place. Ajoutez une clé d’accès ou une application sur votre téléphone, et le mot de passe seul ne suffira plus.',
    addPasskey: 'Ajouter une clé d’accès',
    addApp: 'Ajouter une application',
    passkeyUsed: 'Clé d’accès, ajoutée le <day/> · dernière utilisation : <ago/>',
    passkeyNeverUsed: 'Clé d’accès, ajoutée le <day/> · pas encore utilisée',
    renamePasskey: (name) => `Renommer la clé d’accès ${name}`,
    removePasskey: (name) => `Supprimer la clé d’accès ${name}`,
    app: 'Application d’authentification',
    appAdded: 'Ajoutée le <day/>',
    removeApp: 'Supprimer l’application',
    recoveryCodes: 'Codes de récupération',
    noCodesLeft: 'Il n’en reste aucun. Créez-en de nouveaux.',
    codesLeft: (left, all) => `Il en reste ${left} sur ${all}. Chacun ne fonctionne qu’une fois.`,
    newCodes: 'Nouveaux codes',
    added: { title: 'Second facteur ajouté', text: 'Vous pouvez maintenant l’utiliser pour vous connecter.' },
  },

  removeFactor: {
    passkeyTitle: 'Supprimer la clé d’accès <name/>',
    appTitle: 'Supprimer l’application',
    isLast:
      'C’est votre seul second facteur. Sans lui, votre mot de passe seul suffit pour se connecter, et vos codes de récupération sont supprimés.',
    isNotLast: 'Vous ne pourrez plus l’utiliser pour vous connecter. Vos autres seconds facteurs sont conservés.',
    removePasskey: 'Supprimer la clé d’accès',
    removeApp: 'Supprimer l’application',
    passkeyRemoved: 'Clé d’accès supprimée',
    appRemoved: 'Application supprimée',
    notRemoved: 'Échec de la suppression',
  },

  passkey: {
    addTitle: 'Ajouter une clé d’accès',
    addText:
      'Votre appareil vous demande votre empreinte digitale, votre visage ou son code PIN. Rien de tout cela ne quitte votre appareil.',
    name: 'Nom',
    nameHint: 'Pour la reconnaître dans votre liste',
    androidPhone: 'Téléphone Android',
    windowsComputer: 'Ordinateur Windows',
    thisComputer: 'Cet ordinateur',
    add: 'Ajouter la clé d’accès',
    adding: 'Suivez les indications de votre appareil…',
    notAdded: {
      title: 'Clé d’accès non ajoutée',
      text: 'Aucune clé d’accès n’a été ajoutée. Votre appareil en a peut-être déjà une pour ce compte.',
    },
    renameTitle: 'Renommer la clé d’accès',
    renameText: 'Son nom n’est visible que par vous.',
    rename: 'Renommer',
    renamed: 'Clé d’accès renommée',
    notRenamed: 'Clé d’accès non renommée',
  },

  app: {
    title: 'Ajouter une application d’authentification',
    text: (seconds) => `Elle affiche un nouveau code toutes les ${seconds} secondes, même hors ligne.`,
    qrCode: 'QR code pour votre application',
    scan: 'Scannez ceci avec l’application sur votre téléphone, ou saisissez-y cette clé :',
    copyKey: 'Copier la clé',
    keepSecret: 'Toute personne qui possède cette clé peut créer vos codes. Ne la partagez pas.',
    code: 'Code actuel dans l’application',
    add: 'Ajouter l’application',
    adding: 'Vérification…',
    notAdded: 'Application non ajoutée',
  },

  recoveryCodes: {
    title: 'Enregistrez vos codes de récupération',
    text: 'Si vous perdez votre appareil, chaque code vous permet de vous connecter une fois. Nous ne les afficherons plus.',
    label: 'Codes de récupération',
    sheetTitle: (organisation) => `Codes de récupération pour ${organisation}`,
    sheetText: 'Chaque code ne fonctionne qu’une fois.',
    download: 'Télécharger',
    print: 'Imprimer',
    copy: 'Copier les codes de récupération',
    keepSafe: 'Conservez-les avec vos mots de passe ou sur papier, pas sur l’appareil qu’ils remplacent.',
    saved: 'Je les ai enregistrés',
    makeTitle: 'Créer de nouveaux codes de récupération',
    makeText: (count) =>
      `Vous recevez ${count} nouveaux codes. Les anciens ne fonctionnent plus, où que vous les ayez enregistrés.`,
    make: 'Créer de nouveaux codes',
    notMade: 'Aucun nouveau code de récupération',
  },

  sessions: {
    title: 'Vos sessions ouvertes',
    description: 'Vous ne reconnaissez pas une session ? Fermez-la et changez votre mot de passe.',
    loading: 'Chargement de vos sessions…',
    notLoaded: 'Vos sessions n’ont pas pu être chargées.',
    thisBrowser: 'Ce navigateur',
    since: 'Connexion le <time/>',
    sinceAndUsed: 'Connexion le <time/> · dernière utilisation : <ago/>',
    end: 'Fermer',
    endOn: (device) => `Fermer la session sur ${device}`,
    endOneText:
      'Cette session est fermée immédiatement. Le travail non enregistré y est perdu. Votre session ici reste ouverte.',
    endOne: 'Fermer la session',
    endOthersTitle: 'Fermer toutes les autres sessions',
    endOthersText: (others) =>
      plural('fr', others, {
        one: '# autre session est fermée immédiatement. Le travail non enregistré y est perdu. Votre session ici reste ouverte.',
        many: '# d’autres sessions sont fermées immédiatement. Le travail non enregistré y est perdu. Votre session ici reste ouverte.',
        other:
          '# autres sessions sont fermées immédiatement. Le travail non enregistré y est perdu. Votre session ici reste ouverte.',
      }),
    endOthers: 'Fermer toutes les autres',
    ended: {
      title: 'Déconnexion réussie',
      text: (sessions) =>
        plural('fr', sessions, {
          one: '# session fermée. Votre session ici reste ouverte.',
          many: '# de sessions fermées. Votre session ici reste ouverte.',
          other: '# sessions fermées. Votre session ici reste ouverte.',
        }),
    },
    notEnded: 'Échec de la déconnexion',
  },

  backToAccount: 'Retour à votre compte',

  details: {
    title: 'Modifiez vos informations',
    subtitle: 'Votre profil est complet quand tous les champs sauf « À propos de vous » sont remplis.',
    loading: 'Chargement de vos informations…',
    notLoaded: 'Vos informations n’ont pas pu être chargées',
    complete: (since) => `Profil complet depuis le ${since}`,
    incomplete: 'Pas encore complet.',
    missing: (details) => `Pas encore complet. Il manque : ${details}.`,
    names: {
      firstName: 'prénom',
      lastName: 'nom',
      phone: 'téléphone',
      dateOfBirth: 'date de naissance',
      address: 'adresse',
      city: 'ville',
      country: 'pays',
    },
    email: 'Adresse e-mail',
    emailHint: 'Vous pouvez la modifier dans votre compte.',
    noEmail: 'Aucune',
    firstName: 'Prénom',
    lastName: 'Nom',
    phone: 'Téléphone',
    phoneHint: 'Par exemple +44 20 7946 0000',
    dateOfBirth: 'Date de naissance',
    halfDate: 'Veuillez saisir la date complète ou laisser ce champ vide',
    about: 'À propos de vous',
    aboutHint: 'Facultatif',
    address: 'Adresse',
    addressHint: 'Numéro et rue',
    city: 'Ville',
    country: 'Pays',
    save: 'Enregistrer les informations',
    saved: 'Informations enregistrées',
    notSaved: 'Informations non enregistrées',
  },

  terms: {
    title: 'Conditions d’utilisation',
    subtitle: (organisation) => `Les conditions d’utilisation du portail ${organisation}.`,
    loading: 'Chargement des conditions…',
    notLoaded: 'Les conditions n’ont pas pu être chargées',
    none: {
      title: 'Il n’y a pas encore de conditions',
      text: 'L’équipe d’assistance vous sollicitera quand il y aura quelque chose à accepter.',
    },
    label: 'Texte des conditions',
    changed:
      'Les conditions ont changé depuis que vous avez ouvert cette page. Veuillez lire le nouveau texte ci-dessus avant de l’accepter.',
    accept: 'Accepter les conditions',
    accepting: 'Acceptation…',
    accepted: (time) => `Vous avez accepté ces conditions le ${time}.`,
    notAccepted: 'Conditions non acceptées',
  },

  securityCheck: {
    title: 'Contrôle de sécurité',
    subtitle: 'Saisissez votre mot de passe pour confirmer que c’est bien vous.',
    password: 'Mot de passe',
    confirm: 'Confirmer le mot de passe',
    confirming: 'Confirmation…',
    done: 'Merci. Votre mot de passe est confirmé.',
    failed: 'Échec du contrôle de sécurité',
  },

  completeProfile: {
    title: 'Complétez votre profil',
    text: 'L’équipe d’assistance s’occupe de compléter les profils et vous contactera.',
    goBack: 'Retour à votre compte',
  },

  reLogin: {
    pageTitle: 'Reconnexion',
    title: 'Veuillez vous reconnecter',
    text: 'Nous fermons votre session ici. Vous pouvez vous reconnecter aussitôt.',
    askedBy: (organisation) => `L’équipe d’assistance ${organisation} vous le demande.`,
    askedByBecause: (organisation, reason) =>
      `L’équipe d’assistance ${organisation} vous le demande. Son motif : « ${reason} »`,
    stillSignedIn: { title: 'Votre session est toujours ouverte', text: 'La déconnexion n’a pas fonctionné.' },
  },

  notFound: {
    title: '404 Page introuvable',
    text: 'Nous n’avons pas trouvé cette page. Vérifiez l’adresse, ou accédez à votre compte.',
  },

  newPassword: {
    title: 'Choisissez un nouveau mot de passe',
    text: 'Votre mot de passe est temporaire, ou trop court sans second facteur. Choisissez-en un nouveau pour continuer.',
  },

  firstFactor: {
    title: 'Ajoutez un second facteur',
    text: 'Un mot de passe ne suffit pas pour votre compte. Choisissez ce que vous voulez ajouter, puis continuez.',
    passkey:
      'L’empreinte digitale, le visage ou le code PIN de cet appareil, ou une clé de sécurité. Le plus sûr et le plus rapide à utiliser.',
    app: 'Une application d’authentification sur votre téléphone affiche un code, que vous saisissez quand vous vous connectez.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Se déconnecter',
    pending: 'Déconnexion…',
    done: 'Déconnexion réussie',
    failed: 'Échec de la déconnexion',
  },

  password: {
    current: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    atLeast: (characters) => `Au moins ${characters} caractères`,
    atLeastAlone: (characters, withSecondFactor) =>
      `Au moins ${characters} caractères (${withSecondFactor} avec un second facteur)`,
    confirm: 'Confirmer le nouveau mot de passe',
    change: 'Modifier le mot de passe',
    changing: 'Modification…',
    changed: {
      title: 'Mot de passe modifié',
      own: 'Votre mot de passe a bien été modifié.',
      admin: 'Votre mot de passe d’administrateur a bien été modifié.',
    },
    notChanged: 'Échec de la modification du mot de passe',
  },

  asked: {
    by: (organisation) => `L’équipe d’assistance ${organisation} vous a fait passer à cette page.`,
    reason: 'Son motif : « <reason/> »',
    accountInstead:
      'Seuls les invités confirment une adresse e-mail ici. Comme votre session est ouverte, vous voyez votre compte à la place.',
    leaveAnytime: 'Vous pouvez la quitter à tout moment.',
    leaveAfter: {
      details: 'Vous pourrez la quitter après avoir enregistré vos informations, ou en vous déconnectant.',
      signIn: 'Vous pourrez la quitter après une nouvelle connexion, ou en vous déconnectant.',
      terms: 'Vous pourrez la quitter après avoir accepté les conditions, ou en vous déconnectant.',
      password: 'Vous pourrez la quitter après avoir confirmé votre mot de passe, ou en vous déconnectant.',
    },
    leaveWhenEnded:
      'Vous pourrez la quitter quand l’équipe d’assistance aura terminé. D’ici là, vous pouvez vous déconnecter.',
    over: { title: 'Vous pouvez continuer', text: 'L’équipe d’assistance n’a plus besoin de rien ici.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Confirmez que c’est bien vous',
  text: (minutes) =>
    `Veuillez confirmer que c’est bien vous pour continuer. Nous ne vous le redemanderons pas pendant ${minutes} minutes.`,
  notLoaded: 'Le chargement n’a pas abouti',
  usePasskey: 'Utiliser une clé d’accès',
  label: { password: 'Mot de passe', totp: 'Code de votre application', recoveryCode: 'Code de récupération' },
  recoveryCodeHint: 'Chacun ne fonctionne qu’une fois',
  use: {
    password: 'Utiliser votre mot de passe',
    totp: 'Utiliser le code de votre application',
    recoveryCode: 'Utiliser un code de récupération',
  },
  confirm: 'Confirmer',
  confirming: 'Confirmation…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Appareil inconnu',
  browserOnSystem: (browser, system) => `${browser} sur ${system}`,
  unknownLocation: 'Inconnu',
  localNetwork: 'Réseau local',
  country: (code) => countryName('fr', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Veuillez saisir une adresse e-mail valide',
  codeTooShort: (least) => `Le code doit comporter au moins ${least} caractères`,
  notOurCode: 'Ce n’est pas l’un de nos codes',
  helpReasonMissing: 'Veuillez choisir l’aide dont vous avez besoin',
  tokenMissing: 'Paramètre de jeton manquant',
  credentialsMissing: 'Veuillez saisir votre nom d’utilisateur et votre mot de passe',
  captchaMissing: 'Veuillez effectuer la vérification captcha',
  appCodeMissing: 'Saisissez le code de votre application',
  recoveryCodeMissing: 'Saisissez l’un de vos codes de récupération',
  usernameMissing: 'Veuillez saisir un nom d’utilisateur',
  usernameTooLong: (most) => `Un nom d’utilisateur peut comporter au plus ${most} caractères`,
  usernameNotAWord: 'Veuillez choisir un nom d’utilisateur sans espaces, barres obliques ni deux-points',
  usernameSpaces: 'Veuillez ne pas mettre plusieurs espaces de suite dans le nom d’utilisateur',
  firstNameTooLong: (most) => `Un prénom peut comporter au plus ${most} caractères`,
  lastNameTooLong: (most) => `Un nom peut comporter au plus ${most} caractères`,
  notPlainText: 'Veuillez utiliser uniquement des lettres, des chiffres et la ponctuation courante',
  invisible: 'Un nom ne peut pas contenir de caractères invisibles. Veuillez le saisir à nouveau au lieu de le coller.',
  verificationCodeMissing: 'Veuillez saisir le code de vérification',
  currentPasswordMissing: 'Le mot de passe actuel est requis',
  passwordTooShort: (least) => `Le nouveau mot de passe doit comporter au moins ${least} caractères`,
  passwordTooLong: (most) => `Un mot de passe peut comporter au plus ${most} caractères`,
  confirmationMissing: 'Veuillez confirmer votre nouveau mot de passe',
  confirmationDiffers: 'Les mots de passe ne correspondent pas',
  phoneInvalid: 'Veuillez saisir un numéro de téléphone, par exemple +44 20 7946 0000',
  dateInvalid: 'Veuillez saisir une date dans le passé',
  tooLong: (most) =>
    plural('fr', most, {
      one: 'Veuillez utiliser au plus # caractère',
      many: 'Veuillez utiliser au plus # de caractères',
      other: 'Veuillez utiliser au plus # caractères',
    }),
  nameMissing: 'Veuillez saisir un nom',
  notAPicture: 'Veuillez choisir une photo, par exemple un fichier JPEG, PNG ou WebP.',
  pictureFileTooLarge: 'Veuillez choisir une photo de 20 Mo au plus.',
  pictureTooLarge: 'Une photo peut peser au plus 64 ko',
  noBody: 'Cet appel n’accepte pas de corps.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('fr', at)} UTC`,
  labelled: '<label/> : <value/>',
  titleAt: '<title/> chez <organisation/>',
  signIn: 'Se connecter',
  username: 'Nom d’utilisateur',
  facts: {
    requested: 'Date de la demande',
    time: 'Date et heure',
    account: 'Compte',
    device: 'Appareil',
    location: 'Lieu approximatif',
    by: 'Effectué par',
    supportTeam: 'l’équipe d’assistance',
  },

  code: {
    subject: 'Votre code de vérification pour <organisation/>',
    title: 'Votre code de vérification',
    use: (minutes) =>
      plural('fr', minutes, {
        one: 'Il confirme votre adresse e-mail et expire dans # minute.',
        many: 'Il confirme votre adresse e-mail et expire dans # de minutes.',
        other: 'Il confirme votre adresse e-mail et expire dans # minutes.',
      }),
    rule: 'Saisissez-le uniquement sur <host/>. Ne communiquez jamais ce code à qui que ce soit : personne chez <organisation/> ne vous le demandera.',
    notYou:
      'Ce n’était pas vous ? Quelqu’un s’est peut-être trompé en saisissant son adresse. Vous n’avez rien à faire : sans ce code, il ne se passe rien, et le code expire de lui-même.',
  },

  registration: {
    subject: 'Confirmez votre adresse e-mail pour <organisation/>',
    title: 'Confirmez votre adresse e-mail',
    asked: 'Vous avez demandé un compte.',
    askedAs: 'Vous avez demandé un compte avec le nom d’utilisateur « <name/> ».',
    how: 'Ouvrez cette page dans le navigateur où vous avez demandé le compte, et choisissez « Confirmer l’adresse e-mail » :',
    open: 'Ouvrir la page',
    orCode: 'Ou saisissez ce code sur la page d’où vous venez :',
    expires: 'Les deux sont valables une seule fois, pendant 24 heures.',
    notYou: 'Ce n’était pas vous ? Vous n’avez rien à faire : sans cette étape, aucun compte ne sera créé.',
  },

  knownAddress: {
    subject: 'Vous avez déjà un compte chez <organisation/>',
    title: 'Vous avez déjà un compte',
    why: 'Quelqu’un, probablement vous, a demandé un compte avec cette adresse e-mail. Vous en avez déjà un.',
    help: 'Si vous ne savez plus comment vous connecter, veuillez contacter l’équipe d’assistance.',
    notYou: 'Ce n’était pas vous ? Vous n’avez rien à faire.',
  },

  password: {
    created: {
      subject: 'Votre compte chez <organisation/>',
      title: 'Votre compte',
      why: 'L’équipe d’assistance a créé un compte pour vous.',
    },
    reset: {
      subject: 'Votre nouveau mot de passe chez <organisation/>',
      title: 'Votre nouveau mot de passe',
      why: 'L’équipe d’assistance a réinitialisé votre mot de passe.',
    },
    usernameWithoutSpace: 'Nom d’utilisateur (sans l’espace)',
    askForUsername: 'veuillez le demander à l’équipe d’assistance',
    temporaryPassword: 'Mot de passe temporaire',
    expires: (days) =>
      plural('fr', days, {
        one: 'Le mot de passe temporaire expire dans # jour. Ensuite, veuillez en demander un autre.',
        many: 'Le mot de passe temporaire expire dans # de jours. Ensuite, veuillez en demander un autre.',
        other: 'Le mot de passe temporaire expire dans # jours. Ensuite, veuillez en demander un autre.',
      }),
    next: 'Il vous sera demandé de choisir un nouveau mot de passe. Vous serez la seule personne à le connaître, et personne chez <organisation/> ne vous le demandera jamais.',
    notExpected: 'Vous ne vous y attendiez pas ? Veuillez en informer l’équipe d’assistance et ne vous connectez pas.',
  },

  emailChange: {
    subject: 'Confirmez votre nouvelle adresse e-mail chez <organisation/>',
    title: 'Confirmez votre nouvelle adresse e-mail',
    why: 'Une personne connectée à un compte chez <organisation/> souhaite utiliser cette adresse e-mail pour ce compte.',
    whyOf:
      'Une personne connectée au compte <name/> chez <organisation/> souhaite utiliser cette adresse e-mail pour ce compte.',
    rule: (minutes) =>
      plural('fr', minutes, {
        one: 'Saisissez le code uniquement sur <host/>, dans votre compte. Il expire dans # minute. Ne communiquez jamais ce code à qui que ce soit : personne chez <organisation/> ne vous le demandera.',
        many: 'Saisissez le code uniquement sur <host/>, dans votre compte. Il expire dans # de minutes. Ne communiquez jamais ce code à qui que ce soit : personne chez <organisation/> ne vous le demandera.',
        other:
          'Saisissez le code uniquement sur <host/>, dans votre compte. Il expire dans # minutes. Ne communiquez jamais ce code à qui que ce soit : personne chez <organisation/> ne vous le demandera.',
      }),
    notYou:
      'Ce n’était pas vous ? Quelqu’un s’est peut-être trompé en saisissant son adresse. Vous n’avez rien à faire : sans ce code, rien ne change, et le code expire de lui-même.',
  },

  notices: {
    'new device': {
      title: 'Nouvelle connexion',
      sentence: 'Votre compte a été utilisé pour se connecter depuis un nouveau navigateur.',
    },
    'second step failed': {
      title: 'Connexion bloquée',
      sentence:
        'Quelqu’un a saisi votre mot de passe dans un nouveau navigateur, mais pas votre second facteur. Nous avons bloqué la connexion.',
    },
    'password changed': { title: 'Mot de passe modifié', sentence: 'Votre mot de passe a été modifié.' },
    'password reset': {
      title: 'Mot de passe réinitialisé',
      sentence:
        'L’équipe d’assistance a réinitialisé votre mot de passe. Votre ancien mot de passe ne fonctionne plus.',
    },
    'second factor added': {
      title: 'Second facteur ajouté',
      sentence: 'Un second facteur a été ajouté à votre compte.',
    },
    'second factor removed': {
      title: 'Second facteur supprimé',
      sentence: 'Un second facteur a été supprimé de votre compte.',
    },
    'second factor reset': {
      title: 'Seconds facteurs supprimés',
      sentence: 'L’équipe d’assistance a supprimé tous les seconds facteurs de votre compte.',
    },
    'single sign-on linked': {
      title: 'Authentification unique associée',
      sentence:
        'L’authentification unique a été associée à votre compte. Toute personne qui peut se connecter à ce service peut désormais se connecter ici à votre place.',
    },
    'single sign-on unlinked': {
      title: 'Authentification unique dissociée',
      sentence: 'L’authentification unique a été dissociée de votre compte.',
    },
    'e-mail changed': {
      title: 'Adresse e-mail modifiée',
      sentence:
        'L’adresse e-mail de votre compte a été modifiée. Les e-mails le concernant sont désormais envoyés à une autre adresse.',
    },
    'e-mail set': {
      title: 'Adresse e-mail modifiée',
      sentence:
        'L’adresse e-mail d’un compte a été remplacée par celle-ci. Les e-mails le concernant arrivent désormais ici.',
    },
    'became staff': {
      title: 'Nouveau rôle',
      sentence:
        'Un administrateur a donné à votre compte un rôle dans l’espace d’administration. Votre mot de passe, vos seconds facteurs, vos comptes d’authentification unique associés et vos sessions ne fonctionnent plus. Un administrateur vous donnera un nouveau mot de passe temporaire.',
    },
    'role changed': {
      title: 'Rôle modifié',
      sentence: 'L’équipe d’assistance a modifié ce que votre compte permet de faire. Veuillez vous reconnecter.',
    },
  },
  notYou:
    'Si ce n’était pas vous, ou si vous ne vous y attendiez pas, veuillez contacter l’équipe d’assistance sans attendre.',
  noLinks: 'Cet e-mail ne contient volontairement aucun lien. Ouvrez le portail comme vous le faites toujours.',

  settings: {
    title: 'Paramètres modifiés',
    from: 'Depuis <ipAddress/> (<location/>) avec <device/>, le <time/>',
    open: 'Ouvrir les paramètres',
    advice:
      'Ce n’est pas ce qui était convenu ? Annulez la modification, ou retirez-la avant qu’elle ne prenne effet, et vérifiez le compte qui l’a faite.',
    last: 'Il y a eu de nombreuses modifications. Vous ne recevrez plus d’e-mails de ce type pendant une heure. Veuillez consulter les notifications.',
  },
  apiKeys: {
    open: 'Ouvrir les clés API',
    advice: 'Ce n’est pas ce qui était convenu ? Révoquez la clé et vérifiez le compte à l’origine de cette action.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Veuillez saisir votre adresse e-mail',
  codePromptMessage: 'Veuillez saisir à nouveau votre code de vérification',
  exitMessage: 'Merci d’avoir effectué la vérification',
  verificationEnded: 'L’équipe d’assistance a mis fin à cette vérification.',
  replies: {
    'check-spam': 'Veuillez vérifier votre dossier de courrier indésirable',
    'new-code': 'Nous venons de vous envoyer un nouveau code',
    'check-address': 'Veuillez vérifier votre adresse e-mail',
  },
  termsText: `En utilisant ce portail, vous acceptez ce qui suit.

1. Votre compte est à vous et à personne d’autre. Gardez votre mot de passe pour vous et prévenez l’équipe d’assistance si quelqu’un d’autre est susceptible de le connaître.
2. Utilisez le portail uniquement pour ce à quoi il est destiné, et respectez les autres personnes qui l’utilisent.
3. Les connexions et les modifications sont enregistrées avec l’heure, l’adresse IP et l’appareil, pour la sécurité des comptes.
4. L’équipe d’assistance peut suspendre un compte utilisé de façon abusive.

Si vous avez des questions, veuillez contacter l’équipe d’assistance avant d’accepter.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'La requête est incomplète ou n’est pas valide.',
  fieldInvalid: (field) => `« ${field} » est manquant ou n’est pas valide.`,
  notSignedIn: 'Vous n’avez pas de session ouverte.',
  notAllowed: 'Vous n’avez pas le droit de faire cela.',
  passwordChangeRequired: 'Choisissez d’abord votre propre mot de passe.',
  secondFactorRequired: 'Ajoutez d’abord un second facteur à votre compte.',
  stepUpNeeded: 'Veuillez confirmer que c’est bien vous pour continuer.',
  gateClosed: 'Veuillez ouvrir cette page avec le lien qui vous a été donné.',
  foreignOrigin: 'Cette requête ne vient pas d’une page de ce portail.',
  domainDenied: 'La ressource demandée est introuvable sur ce serveur.',
  domainDeniedCode: 'Code d’erreur : accès au domaine refusé',
  notFound: 'Il n’y a rien à cette adresse.',
  tooManyRequests: (seconds) =>
    `Trop de tentatives. Veuillez réessayer dans ${
      seconds < 60
        ? plural('fr', seconds, { one: '# seconde', many: '# de secondes', other: '# secondes' })
        : plural('fr', Math.ceil(seconds / 60), { one: '# minute', many: '# de minutes', other: '# minutes' })
    }.`,
  busy: 'Le serveur est très sollicité en ce moment. Veuillez réessayer dans un instant.',
  unavailable: 'Le service n’est pas disponible pour le moment. Veuillez réessayer dans un instant.',
  bodyTooLarge: 'La requête est trop volumineuse.',
  notJson: 'Seul le format JSON (application/json) est accepté ici.',
  malformedRequest: 'La requête n’est pas au format HTTP valide.',
  malformedJson: 'La requête n’est pas au format JSON valide.',
  internal: 'Un problème est survenu de notre côté. Veuillez réessayer dans un instant.',

  captchaNeeded: 'Veuillez confirmer que vous n’êtes pas un robot, puis nous enverrons le code.',
  captchaRefused: 'Le captcha n’a pas été accepté. Veuillez effectuer à nouveau la vérification captcha.',
  captchaUnavailable: 'Le service de captcha est injoignable pour le moment. Veuillez réessayer dans un instant.',
  emailsWait: 'Trop d’e-mails attendent d’être envoyés. Veuillez réessayer dans une minute.',
  cannotReceiveEmail: (domain) => `${domain} ne peut pas recevoir d’e-mails. Vérifiez la partie après le @.`,

  gateTokenInvalid: 'Jeton non valide ou expiré',
  gateTokenUsed: 'Ce jeton a déjà été utilisé',
  guestCode: {
    expired: 'Votre code de vérification a expiré. Veuillez en demander un nouveau.',
    unknown: 'Il n’y a pas de code pour cette adresse. Veuillez en demander un nouveau.',
  },
  accountCode: {
    expired: 'Votre code a expiré. Veuillez en demander un nouveau.',
    unknown: 'Il n’y a pas de code à saisir. Veuillez en demander un nouveau.',
  },
  codeDead: 'Trop de codes incorrects. Veuillez demander un nouveau code.',
  codeWrong: (left) =>
    plural('fr', left, {
      one: 'Le code est incorrect. Il vous reste # tentative.',
      many: 'Le code est incorrect. Il vous reste # de tentatives.',
      other: 'Le code est incorrect. Il vous reste # tentatives.',
    }),
  browserUnknown: 'Nous ne connaissons pas encore votre navigateur. Veuillez recharger la page et réessayer.',
  noExit: 'Aucune sortie n’est ouverte sur cette page, ou vous avez déjà choisi.',
  notConfirmedLately:
    'Veuillez d’abord confirmer votre adresse e-mail. Pendant les 15 minutes qui suivent, vous pourrez voir et effacer ce que nous conservons à son sujet.',
  legalHold:
    'Ces données ne peuvent pas encore être effacées : une obligation légale l’empêche. Veuillez contacter l’équipe d’assistance.',

  wrongCredentials: 'Nom d’utilisateur ou mot de passe incorrect',
  accountSuspended: 'Votre compte est suspendu. Veuillez contacter l’équipe d’assistance.',
  temporaryPasswordExpired:
    'Ce mot de passe temporaire a expiré. Veuillez en demander un nouveau à l’équipe d’assistance.',
  signInExpired: 'Cela a pris trop de temps, ou il y a eu trop de tentatives. Veuillez vous reconnecter.',
  signInPasskeyRefused: 'Cette clé d’accès n’a pas été acceptée. Veuillez réessayer, ou utiliser votre mot de passe.',
  wrongAppCode:
    'Ce code est incorrect ou a déjà été utilisé. Veuillez saisir le prochain code affiché par votre application.',
  wrongRecoveryCode: 'Ce code de récupération est incorrect ou a déjà été utilisé.',
  passkeyRefused: 'Cette clé d’accès n’a pas été acceptée. Veuillez réessayer.',

  noSelfRegistration: 'Les comptes sont créés par l’équipe d’assistance',
  usernameTaken: 'Ce nom d’utilisateur est déjà pris. Veuillez en choisir un autre.',
  emailTaken: 'Il existe déjà un compte avec cette adresse e-mail.',
  registrationCodeInvalid: 'Ce code de vérification n’est pas valide ou a expiré. Veuillez en demander un nouveau.',
  otherBrowser:
    'Ce code ne fonctionne que dans le navigateur de votre inscription. Ouvrez-y le lien, ou inscrivez-vous à nouveau ici.',

  wrongCurrentPassword: 'Le mot de passe actuel est incorrect',
  wrongPassword: 'Ce mot de passe est incorrect.',
  wrongPasswordTryAgain: 'Ce mot de passe est incorrect. Veuillez réessayer.',
  samePassword: 'Le nouveau mot de passe doit être différent de l’actuel',
  passwordNeedsFactor: (least) =>
    `Un mot de passe de moins de ${least} caractères nécessite un second facteur. Choisissez-en un plus long, ou ajoutez d’abord un second facteur à votre compte.`,
  passwordCommon: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  passwordGuessable: 'Ce mot de passe ressemble trop à un nom que d’autres connaissent. Veuillez en choisir un autre.',
  passwordLeaked: 'Ce mot de passe est apparu dans une fuite de données. Veuillez en choisir un autre.',
  passwordNotEnough: 'Veuillez utiliser votre second facteur. Votre mot de passe seul ne suffit pas ici.',
  shortPasswordStandsAlone: (least) =>
    `Votre mot de passe comporte moins de ${least} caractères. C’est trop court sans second facteur : choisissez-en d’abord un plus long.`,
  lastSecondFactor: 'Ce portail exige un second facteur, et c’est le seul que vous ayez. Ajoutez-en d’abord un autre.',
  secondFactorGone: 'Ce second facteur n’existe plus.',
  appOfferExpired: 'Cela a pris trop de temps. Veuillez recommencer l’ajout de l’application.',
  tooManyPasskeys: (most) =>
    plural('fr', most, {
      one: 'Vous pouvez avoir au plus # clé d’accès. Supprimez-en d’abord une.',
      many: 'Vous pouvez avoir au plus # de clés d’accès. Supprimez-en d’abord une.',
      other: 'Vous pouvez avoir au plus # clés d’accès. Supprimez-en d’abord une.',
    }),
  passkeyKnown: 'Cette clé d’accès est déjà utilisée.',
  nothingToRecover:
    'Ajoutez d’abord une application ou une clé d’accès. Les codes de récupération remplacent celle que vous perdez.',

  sameEmail: 'C’est déjà votre adresse e-mail.',
  termsChanged: 'Les conditions ont changé entre-temps. Veuillez les relire.',
  languageNotOffered: 'Cette langue n’est pas proposée ici.',
};
