import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Dil',
  theme: 'Tema',
  systemTheme: 'Sistem teması',
  lightTheme: 'Açık tema',
  darkTheme: 'Koyu tema',
  supportContact: '<organisation/> destek ekibine buradan ulaşabilirsiniz: <contact/>',

  loading: 'Yükleniyor…',
  close: 'Kapat',
  cancel: 'İptal',
  tryAgain: 'Tekrar dene',
  pleaseTryAgain: 'Lütfen tekrar deneyin',
  pleaseTryAgainLater: 'Lütfen birazdan tekrar deneyin.',
  copied: 'Kopyalandı',
  copyFailed: 'Kopyalanamadı. Metni kendiniz seçip kopyalayın.',
  toasts: { label: 'Bildirimler (F8)', close: 'Bildirimi kapat' },
  passwordField: {
    show: (field) => `Göster: ${field}`,
    hide: (field) => `Gizle: ${field}`,
    capsLock: 'Caps Lock açık',
  },
  timeAgo: {
    now: 'Az önce',
    minutes: (minutes) => `${minutes} dk önce`,
    hours: (hours) => `${hours} sa önce`,
    days: (days) => `${days} gün önce`,
  },
  captcha: {
    label: 'Ben robot değilim',
    verifying: 'Doğrulanıyor…',
    slow: 'Hâlâ doğrulanıyor, bu bir dakika sürebilir',
    verified: 'Doğrulandı',
    expired: 'Süresi doldu, lütfen tekrar işaretleyin',
    failed: 'Doğrulanamadı, lütfen tekrar deneyin',
    loading: 'Robot doğrulaması yükleniyor…',
    blocked: 'Robot doğrulaması yüklenemedi. İnternet bağlantınızı ve reklam engelleyicinizi kontrol edin.',
  },
  passkeyNotUsed: 'Geçiş anahtarı kullanılmadı. Tekrar deneyin veya başka bir yöntem kullanın.',

  unreachable: 'Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.',
  unwell: 'Sunucu yanıt veremedi. Lütfen birazdan tekrar deneyin.',
  notLoaded: {
    title: 'Bu sayfa yüklenemiyor',
    description: 'Portal güncellenmiş veya internet bağlantınız kesilmiş olabilir.',
    reload: 'Yeniden yükle',
    overlayTitle: 'Bu bölüm açılamıyor',
    overlayDescription: 'Portal güncellenmiş veya internet bağlantınız kesilmiş olabilir. Sayfayı yeniden yükleyin.',
  },
  needsScript: 'Bu portal için JavaScript gerekir. Lütfen JavaScript’i açıp sayfayı yeniden yükleyin.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Hata', unknown: 'Bir hata oluştu' },
  offline: {
    page: 'Çevrimdışısınız. İnternet bağlantınız geri geldiğinde bu sayfa kaldığı yerden devam eder.',
    unsent: 'Çevrimdışısınız. İnternet bağlantınız geri geldiğinde bunu göndereceğiz.',
  },

  title: 'Hoş geldiniz',
  introduction: 'E-posta adresinizi girin. Adresin size ait olduğunu doğrulamak için size bir kod göndereceğiz.',
  haveAccount: 'Hesabınız var mı? <link>Oturum açın</link>',
  email: { label: 'E-posta adresi*', hint: 'Örneğin ad@example.com' },
  continue: 'Devam et',
  sending: 'Gönderiliyor…',
  suggestion: {
    question: 'Şu adresi mi yazmak istediniz: <email/>?',
    accept: 'Evet, <domain/> kullan',
    decline: 'Hayır, <domain/> kalsın',
  },
  codeSent: { title: 'Kod gönderildi', description: 'E-posta adresinize bir doğrulama kodu gönderdik' },
  codeResent: { title: 'Kod yeniden gönderildi', description: 'E-posta adresinize yeni bir doğrulama kodu gönderdik' },

  help: {
    label: 'Yardım',
    need: 'Yardıma ihtiyacım var',
    unavailable: 'Seçenekleri yükleyemedik. Lütfen tekrar deneyin.',
    title: 'Hangi konuda yardıma ihtiyacınız var?',
    description: 'Birini seçin. Bir şey yazmanız gerekmez.',
    reasons: {
      no_mail: 'E-posta bana ulaşmadı',
      wrong_address: 'Adresim yanlış',
      code_refused: 'Kodum kabul edilmiyor',
      told_to_come: 'Birisi bana buraya gelmemi söyledi',
    },
    toldToCome:
      '<organisation/> kuruluşundan hiç kimse telefonda veya sohbette kod istemez. Birisi size buraya gelmenizi söylediyse telefon görüşmesini veya sohbeti sonlandırın ve bu sayfayı kapatın.',
    close: 'Kapat',
    asked: 'Destek ekibine haber verdik.',
    attended: 'Destek ekibi size yardımcı oluyor.',
    chosen: (reason) => `Seçiminiz: “${reason}”. Lütfen bu sayfayı açık tutun. Yanıtı burada göreceksiniz.`,
    withdraw: 'Artık yardıma ihtiyacım yok',
    chooseOther: 'Başka bir şey seç',
  },

  prompt: {
    sender: '<organisation/> destek ekibinden mesaj',
    titles: { email: 'E-posta adresi gerekli', code: 'Doğrulama kodu' },
    warning: 'Buraya yalnızca bizim e-postamızdaki (<sender/>) kod girilir. Kodunuzu asla kimseyle paylaşmayın.',
    close: 'Anladım',
  },
  redirect: {
    moved: 'Destek ekibi sizi buraya yönlendirdi',
    emailFirst: 'Destek ekibi kodunuzu girmenizi istiyor. Lütfen önce e-posta adresinizi girin.',
    unknownHere: 'Kod isteğinizi bulamadık. Lütfen e-posta adresinizi tekrar girin.',
    dismiss: 'Kapat',
  },

  link: {
    title: 'Doğrulama',
    verifying: { title: 'Doğrulanıyor…', description: 'Bu işlem kısa sürer.' },
    verified: 'Doğrulama tamamlandı!',
    access: 'Artık <organisation/> portalına erişebilirsiniz',
    redirecting: (seconds) =>
      plural('tr', seconds, {
        one: '# saniye içinde yönlendirileceksiniz…',
        other: '# saniye içinde yönlendirileceksiniz…',
      }),
    failed: 'Doğrulama başarısız oldu',
    invalid: 'Doğrulama belirteci geçersiz',
    invalidOrExpired: 'Belirteç geçersiz veya süresi dolmuş',
    unreachable: 'Ağ hatası oluştu',
    askForNew:
      'Bir bağlantı yalnızca bir kez ve kısa bir süre kullanılabilir. Lütfen bu bağlantıyı aldığınız yerden yenisini isteyin.',
    incomplete: 'Bu bağlantı eksik',
    openWhole:
      'Bağlantınızın bir kısmı eksik. Lütfen bağlantının tamamını açın: Bazı e-posta uygulamaları uzun bağlantıları satır sonunda keser.',
    noToken: 'Doğrulama belirteci verilmedi',
    missingToken: 'Belirteç parametresi eksik',
    retry: 'Doğrulamayı tekrar dene',
    continueWithout: 'Bağlantı olmadan devam et',
  },
  notFound: {
    title: 'Sayfa bulunamadı',
    description: 'Aradığınız sayfa yok veya taşınmış.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Kodu girin',
    heading: 'E-postanızı kontrol edin',
    undelivered: 'Kodunuzu iletemedik',
    label: 'Kodu girin*',
    hint: (digits) => `E-postamızdaki ${digits} haneli kod`,
    verifying: 'Doğrulanıyor…',
    expired: 'Kodun süresi doldu',
    expiredProblem: 'Bu kodun süresi doldu. Lütfen yeni bir kod isteyin.',
    expiredToast: {
      title: 'Kodun süresi doldu',
      description: 'Doğrulama kodunuzun süresi doldu. Lütfen yeni bir kod isteyin.',
    },
    tooManyWrong: 'Çok fazla yanlış kod girildi. Lütfen yeni bir kod isteyin.',
    verified: { title: 'Başarılı', description: 'E-posta adresiniz doğrulandı' },
    failed: 'Doğrulama başarısız oldu',
  },
  sentTo: {
    unknown: 'Kodunuz şu adres için: <email/>',
    sending: 'Şu adrese bir kod gönderiyoruz: <email/>',
    sent: (time) => `Şu adrese bir kod gönderdik (saat ${time}): <email/>`,
    undelivered: 'Girdiğiniz adres: <email/>',
    edit: 'Düzenle',
    correct: 'Adresi düzelt',
  },
  usual: {
    seconds: (seconds) =>
      plural('tr', seconds, {
        one: '<domain/> adreslerine gönderilen e-postalar bugün genellikle yaklaşık # saniyede ulaşıyor.',
        other: '<domain/> adreslerine gönderilen e-postalar bugün genellikle yaklaşık # saniyede ulaşıyor.',
      }),
    minute: '<domain/> adreslerine gönderilen e-postalar bugün genellikle yaklaşık bir dakikada ulaşıyor.',
    minutes: (minutes) =>
      plural('tr', minutes, {
        one: '<domain/> adreslerine gönderilen e-postalar bugün genellikle yaklaşık # dakikada ulaşıyor.',
        other: '<domain/> adreslerine gönderilen e-postalar bugün genellikle yaklaşık # dakikada ulaşıyor.',
      }),
  },
  undelivered: {
    delayed:
      '<domain/> adreslerine gönderilen e-postalar gecikiyor. Denemeye devam edeceğiz, sonucu bu sayfada göreceksiniz.',
    expired: (minutes) =>
      plural('tr', minutes, {
        one: 'E-postayı # dakika içinde gönderemedik. Yeni bir kod isteyin veya başka bir adres kullanın.',
        other: 'E-postayı # dakika içinde gönderemedik. Yeni bir kod isteyin veya başka bir adres kullanın.',
      }),
    bounced: (reason) => `E-postamız geri döndü. ${reason}`,
    reasons: {
      no_mailbox:
        '<domain/> alan adında bu adla bir posta kutusu yok. Adreste yazım hatası olup olmadığını kontrol edin.',
      mailbox_full: 'Bu posta kutusu dolu. Biraz yer açıp yeni bir kod isteyin veya başka bir adres kullanın.',
      no_domain: '<domain/> alan adı e-posta alamıyor. @ işaretinden sonraki kısmı kontrol edin.',
      no_smtputf8:
        '<domain/> alan adında, içinde bu harfler bulunan adreslere e-posta gönderemiyoruz. Başka bir adres kullanın.',
      blocked: '<domain/> sunucusu bizden e-posta kabul etmiyor. Başka bir adres kullanın.',
      other: '<domain/> sunucusu e-postamızı reddetti. Adresi kontrol edin veya başka bir adres kullanın.',
    },
  },
  timer: {
    label: 'Bu kod için kalan süre',
    soon: 'bir dakikadan az kaldı',
    minutes: (minutes) => plural('tr', minutes, { one: 'yaklaşık # dakika kaldı', other: 'yaklaşık # dakika kaldı' }),
    expiresSoon: 'Kodun süresinin dolmasına bir dakikadan az kaldı.',
    expired: 'Kodun süresi doldu. Lütfen yeni bir kod isteyin.',
  },
  resend: {
    send: 'Yeni kod gönder',
    noEmail: 'E-posta gelmedi mi? <resend>Yeniden gönder</resend>',
    isAddressRight: 'Adres doğru mu? <resend>Yeniden gönder</resend>',
    wait: {
      sentence: 'Yeni bir kod isteyebilmeniz için kalan süre: <time/>',
      soon: 'bir dakikadan az',
      minutes: (minutes) => plural('tr', minutes, { one: 'yaklaşık # dakika', other: 'yaklaşık # dakika' }),
    },
    possible: 'Artık yeni bir kod isteyebilirsiniz.',
    checkSpam: 'E-posta henüz gelmedi mi? Lütfen spam klasörünüzü kontrol edin. E-posta şu adresten gelir: <sender/>',
  },
  safety: {
    label: 'Güvenlik',
    onlyOurs: 'Yalnızca size e-postayla gönderdiğimiz kodu girin. Kod şu adresten gelir: <sender/>',
    neverTell:
      'Başka hizmetlerden gelen kodları asla girmeyin. Kodunuzu asla kimseyle paylaşmayın: <organisation/> kuruluşundan hiç kimse sizden bunu istemez.',
  },
  processing: {
    title: 'İsteğiniz işleniyor',
    description: 'Kodunuzu kontrol ediyoruz. Lütfen bu sayfayı açık tutun.',
    almostDone: 'Neredeyse bitti',
    timeLeft: 'Kalan süre',
    clock: (seconds) => `${seconds} sn`,
    secondsLeft: (seconds) => plural('tr', seconds, { one: '# saniye kaldı', other: '# saniye kaldı' }),
  },

  confirmed: {
    label: 'Doğrulandı',
    title: 'E-posta adresi doğrulandı',
    email: '<email/> adresi <organisation/> için doğrulandı.',
    unnamed: 'Adresiniz <organisation/> için doğrulandı.',
    leave: '<host/> sitesine devam et',
    orClose: 'Veya bu sayfayı kapatın. Her şey tamam.',
    close: 'Her şey tamam, bu sayfayı kapatabilirsiniz.',
    another: 'Başka bir adres doğrula',
    myData: 'Hakkınızda saklananları görün veya silin',
  },
  site: {
    purpose: 'Burada doğruladığınız adres <host/> sitesine iletilecek.',
    done: 'Adresiniz <host/> sitesine iletildi. Bu pencereyi kapatabilirsiniz.',
  },
  halted: {
    title: 'Lütfen burada durun',
    nobodyAsks: '<organisation/> kuruluşundan hiç kimse telefonda veya sohbette kod istemez.',
    explanation:
      'Birisi size bu sayfayı açmanızı, buraya bir şey girmenizi veya kendisine bir kod vermenizi söylediyse devam etmeyin. Bu kişi hesaplarınızdan birine girmeye çalışıyor olabilir.',
    whatToDo: 'Ne yapmalısınız?',
    endCall: 'Telefon görüşmesini veya sohbeti sonlandırın.',
    closePage: 'Bu sayfayı kapatın.',
    tellNobody: 'E-posta, kısa mesaj veya uygulama yoluyla aldığınız hiçbir kodu kimseyle paylaşmayın.',
    changePassword:
      'Birisiyle bir kod veya parola paylaştıysanız parolayı hemen değiştirin ve kodun veya parolanın ait olduğu şirketi arayın. Telefon numarasını kendiniz bulun.',
    warned: '<organisation/> portalının yöneticilerini uyardık.',
    untilYouGoOn:
      'Siz devam etmeyi seçene kadar destek ekibi size mesaj gösteremez ve sizi başka bir sayfaya yönlendiremez.',
    goOn: 'Anladım, devam et',
  },
  exit: {
    thanks: 'Teşekkür ederiz',
    confirmed: 'E-posta adresiniz doğrulandı.',
    ended: 'Doğrulama sona erdi',
    leavingFor: 'Buradan ayrılıp şu siteye gidiyorsunuz: <host/>',
    end: 'Doğrulama burada sona eriyor.',
    stay: 'Burada kal',
    tryAgain: 'Tekrar dene',
    failed: 'Lütfen birazdan tekrar deneyin.',
    stillHere: { title: 'Hâlâ buradasınız', description: 'Açmak üzere olduğunuz sayfa artık kullanılmıyor.' },
    closed: { title: 'Bu sayfayı kapatabilirsiniz', description: 'Burada yapmanız gereken başka bir şey yok.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Verileriniz',
  introduction: '<organisation/> kuruluşunun <email/> adresi için sakladıkları bunlardır.',
  timeLeft: (minutes) =>
    plural('tr', minutes, {
      one: 'Güvenliğiniz için bu sayfa # dakika içinde kapanır.',
      other: 'Güvenliğiniz için bu sayfa # dakika içinde kapanır.',
    }),
  failed: 'Verileriniz yüklenemedi',
  nothing: '<email/> adresi için hiçbir şey saklanmıyor.',
  cut: 'Burada gösterilenden fazlası var.',
  account: 'Bu adrese ait bir hesap da var. Burada gösterilmez ve silinmez. Görmek için <link>oturum açın</link>.',
  held: (day) => `Yasal nedenlerle bunu ${day} tarihine kadar saklamamız gerekiyor. O tarihe kadar silemezsiniz.`,
  kinds: {
    registrations: 'Kayıt',
    verified: 'Doğrulanan adres',
    codes: 'Kod istekleri',
    visits: 'Ziyaretler',
    help: 'Yardım istekleri',
    messages: 'Destek ekibinden mesajlar',
    log: 'Günlük kayıtları',
    audit: 'Denetim kayıtları',
    notifications: 'Destek ekibine bildirimler',
    emails: 'Size gönderilen e-postalar',
    webhooks: 'Diğer sistemlere bildirimler',
  },
  about: {
    registrations: 'Onayınızı bekleyen yeni bir hesap.',
    verified: 'Adresin size ait olduğunu gösterir.',
    codes: 'Girdiğiniz adres ve zamanı. Kodu kimse okuyamaz.',
    visits: 'Tarayıcınız, IP adresiniz, yaklaşık konumunuz ve sayfa.',
    help: 'Destek ekibinden ne istediğiniz.',
    messages: 'Destek ekibinin size burada gösterdikleri.',
    log: 'Güvenlik için burada neyin ne zaman olduğu.',
    audit: 'Destek ekibinin sizinle ilgili yaptıkları.',
    notifications: 'Ziyaretiniz hakkında destek ekibine bildirilenler.',
    emails: 'Size ne zaman yazdığımız ve ulaşıp ulaşmadığı; metin olmadan.',
    webhooks: 'Sizi buraya gönderen sistem için sonuç.',
  },
  fields: {
    username: 'Kullanıcı adı',
    firstName: 'Ad',
    lastName: 'Soyad',
    email: 'E-posta adresi',
    guestId: 'Tarayıcı kimliği',
    ipAddress: 'IP adresi',
    location: 'Konum',
    device: 'Cihaz',
    language: 'Dil',
    page: 'Sayfa',
    views: 'Sayfa görüntülemeleri',
    action: 'İşlem',
    kind: 'Tür',
    title: 'Başlık',
    text: 'Metin',
    reason: 'Neden',
    details: 'Ayrıntılar',
    outcome: 'Sonuç',
    tries: 'Denemeler',
    state: 'Durum',
    destination: 'Hedef',
    token: 'Bağlantı kimliği',
    organisationId: 'Diğer sistemdeki kimlik',
    claims: 'Diğer sistemden',
    helped: 'Destek ekibinin yardımı',
    at: 'Zaman',
    createdAt: 'Oluşturulma',
    seenAt: 'Son görülme',
    expiresAt: 'Bitiş',
    usedAt: 'Kullanım',
    sentAt: 'Gönderim',
    verifiedAt: 'Doğrulama',
    deliveredAt: 'Teslim',
    haltedAt: 'Sizin durdurmanız',
    bouncedAt: 'Geri dönüş',
  },
  download: 'Sayfa olarak indir',
  downloadJson: 'Programlar için indir (JSON)',
  made: (time) => `Oluşturulma zamanı: ${time}`,
  erase: 'Her şeyi sil',
  erasing: {
    title: 'Her şey silinsin mi?',
    description: '<email/> adresi için saklanan her şey silinecek. Bu geri alınamaz.',
    elsewhere:
      'Bu yalnızca bu portal için geçerlidir. Diğer sistemlerdeki veriler için lütfen <organisation/> kuruluşuna sorun.',
    confirm: 'Kalıcı olarak sil',
    failed: 'Verileriniz silinemedi',
  },
  stays: {
    title: 'Kalanlar',
    audit: 'Destek ekibinin yaptıklarının kayıtları. Adınızın yerini hiçbir yere götürmeyen rastgele bir ad alır.',
    halt: 'Birisinin size buraya gelmenizi söylediğine dair uyarınız. Siz devam etmeyi seçene kadar sizi korur.',
    account: 'Bu adrese ait hesabın verileri.',
    'staff-work': 'Destek ekibindeki kendi çalışmalarınızın kayıtları.',
    until: (day) => `Bunu ${day} tarihinde kaldıracağız.`,
  },
  erased: {
    title: 'Verileriniz silindi',
    description: '<email/> adresi için saklananlar artık yok. Bu sayfayı kapatabilirsiniz.',
  },
  over: { title: 'Lütfen adresinizi doğrulayın', confirm: 'Adresi doğrula' },
};

export const signIn: Messages['signIn'] = {
  title: 'Oturum aç',
  adminTitle: 'Yönetici oturumu aç',

  reasons: {
    signedOut: 'Oturumunuz kapatıldı. Lütfen tekrar oturum açın.',
    reLogin: 'Güvenliğiniz için lütfen tekrar oturum açın.',
  },
  user: {
    heading: 'Kullanıcı portalı',
    subtitle: 'Kullanıcı kimlik doğrulaması',
    login: 'Oturum aç',
    register: 'Kaydol',
    submit: 'Oturum aç',
    pending: 'Oturum açılıyor…',
    done: 'Oturum açıldı',
    failed: 'Oturum açılamadı',
    refused: 'Kullanıcı adı veya parola hatalı',
    forgotPassword:
      'Destek ekibi size geçici bir parola verebilir. Bu parolayla oturum açıp yeni bir parola belirlersiniz.',
  },
  admin: {
    heading: 'Yönetici portalı',
    subtitle: 'Yalnızca yöneticiler için',
    submit: 'Yönetim paneline gir',
    pending: 'Kimlik doğrulanıyor…',
    done: 'Yönetici oturumu açıldı',
    failed: 'Yönetici oturumu açılamadı',
    refused: 'Yönetici bilgileri hatalı',
    forgotPassword:
      'Başka bir yönetici, kullanıcı yönetimi (User Management) bölümünden size geçici bir parola verebilir. Başka yönetici yoksa sunucuyu işleten kişi bunu “<command/>” ile yapabilir.',
    backToUserLogin: 'Kullanıcı oturum açma sayfasına dön',
  },
  denied: {
    pageTitle: 'Yönetim',
    title: 'Erişim reddedildi',
    loading: 'Yönetim paneli yükleniyor…',
    redirecting: 'Yönetici erişimi gerekli. Yönlendiriliyorsunuz…',
    privilegesRequired: 'Yönetici yetkisi gerekli',
    role: 'Şu anki rol: kullanıcı',
  },
  username: 'Kullanıcı adı',
  password: 'Parola',
  enterUsername: 'Kullanıcı adınızı girin',
  enterPassword: 'Parolanızı girin',
  forgotPassword: 'Parolanızı mı unuttunuz?',
  withPasskey: 'Geçiş anahtarıyla oturum aç',
  or: 'veya',
  withSso: 'Tek oturum açmayı kullan',

  secondStep: {
    title: 'Bir adım daha',
    description: 'Parolanız doğru. Şimdi siz olduğunuzu doğrulayın.',
    usePasskey: 'Geçiş anahtarı kullan',
    appCode: 'Uygulamanızdaki kod',
    recoveryCode: 'Kurtarma kodu',
    worksOnce: 'Her kod bir kez kullanılabilir',
    continue: 'Devam et',
    checking: 'Kontrol ediliyor…',
    useRecoveryCode: 'Bunun yerine kurtarma kodu kullan',
    useAppCode: 'Uygulamadaki kodu kullan',
    startOver: 'Baştan başla',
  },

  noRegistration: {
    title: 'Hesapları destek ekibi oluşturur',
    description:
      'Hesap almak için lütfen adınızı ve e-posta adresinizi bildirerek destek ekibiyle iletişime geçin. Ekip sizin için bir hesap oluşturur ve oturum açmanız için gerekenleri size gönderir.',
    copyContact: 'Destek iletişim bilgisini kopyala',
  },
  register: {
    email: 'E-posta adresi',
    emailHint: 'Adresi doğrulamanız için size e-postayla bir kod göndeririz',
    firstName: 'Ad',
    lastName: 'Soyadı',
    optional: 'İsteğe bağlı',
    passwordHint: (least) => plural('tr', least, { one: 'En az # karakter', other: 'En az # karakter' }),
    submit: 'Hesap oluştur',
    pending: 'Hesap oluşturuluyor…',
    haveCode: 'Size e-postayla kod geldi mi? <link>E-posta adresinizi doğrulayın</link>',
    done: 'Hesap oluşturuldu',
    doneUnverified: {
      title: 'Kayıt tamamlandı',
      description: 'Hesabınızı doğrulamak için lütfen e-postanızı kontrol edin.',
    },
    failed: 'Kayıt başarısız oldu',
    failedReason: 'Hesap oluşturulamadı',
  },
  verifyEmail: {
    title: 'E-posta adresinizi doğrulayın',
    subtitle: 'Hesabınız için bir adım daha',
    backToLogin: 'Oturum açmaya dön',
    sentTo: 'Şu adrese bir e-posta gönderdik: <email/>',
    enterCode: 'E-postamızdaki kodu girin veya e-postadaki bağlantıyı açın.',
    code: 'Doğrulama kodu',
    codeHint: 'E-postamızdaki bağlantı kodu sizin için doldurur',
    codeFilledIn: 'Kod, açtığınız bağlantıyla dolduruldu',
    codeMissing: 'E-postamızdaki kodu girin',
    submit: 'E-posta adresini doğrula',
    pending: 'Doğrulanıyor…',
    done: 'E-posta adresiniz doğrulandı! Artık oturum açabilirsiniz.',
    failed: 'Doğrulama başarısız oldu',
    invalid: 'Doğrulama kodu geçersiz',
  },
  resend: {
    title: 'E-posta henüz gelmedi mi?',
    description: 'Birkaç dakika sürebilir. Spam klasörünüzü de kontrol edin. E-posta şu adresten gelir: <sender/>',
    email: 'E-posta adresi',
    emailHint: 'Bu tarayıcıda kaydolurken kullandığınız adres',
    noAddress: 'E-postanın yeniden gönderileceği adres yok',
    submit: 'Doğrulama e-postasını yeniden gönder',
    pending: 'Gönderiliyor…',
    done: 'Doğrulama e-postası gelen kutunuza yeniden gönderildi',
    failed: 'Doğrulama e-postası yeniden gönderilemedi',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Tek oturum açma hesabınız buradaki bir hesaba bağlı değil. Parolanızla oturum açın ve hesabınızdan bağlantıyı kurun.',
  suspended: 'Hesabınız askıya alındı. Lütfen destek ekibiyle iletişime geçin.',
  'second-factor': 'Lütfen parolanız ve ikinci faktörünüzle oturum açın.',
  cancelled: 'Tek oturum açma iptal edildi.',
  expired: 'Tek oturum açma çok uzun sürdü veya başka bir tarayıcıda başlatıldı. Lütfen tekrar deneyin.',
  failed: 'Tek oturum açma başarısız oldu. Lütfen tekrar deneyin veya parolanızla oturum açın.',
  unavailable: 'Tek oturum açma şu anda kullanılamıyor. Lütfen daha sonra tekrar deneyin veya parolanızla oturum açın.',
  taken: 'Bu tek oturum açma hesabı burada zaten başka bir hesaba bağlı.',
};

export const account: Messages['account'] = {
  goToAccount: 'Hesaba git',
  saving: 'Kaydediliyor…',

  home: {
    title: 'Hesabınız',
    standing: { online: 'Çevrimiçi', suspended: 'Askıya alındı', needs_auth: 'Doğrulama gerekli' },
    adminPanel: {
      title: 'Yönetim paneli',
      admin: 'Kullanıcılar, konuklar ve ayarlar',
      helper: 'Yardımcı olarak yapabilecekleriniz',
      manager: 'Sorumlu olarak yapabilecekleriniz',
      auditor: 'Denetçi olarak yapabilecekleriniz',
      open: 'Yönetim panelini aç',
    },
    details: { title: 'Bilgileriniz', text: 'Adınız ve size nasıl ulaşılacağı', open: 'Bilgileri güncelle' },
    language: { title: 'Dil', text: 'Sayfalarınızın ve e-postalarınızın dili', notSaved: 'Dil kaydedilemedi' },
    profile: {
      title: 'Profilinizi tamamlayın',
      text: 'Profilinizin nasıl tamamlanacağı',
      open: 'Profili tamamla',
    },
    terms: { title: 'Koşullara onayınız', text: 'Bu portalı kullanma koşulları', open: 'Koşulları oku' },
    email: {
      title: 'E-posta adresi',
      none: 'Henüz yok. Hesabınızdaki değişiklikleri size bildirebilmemiz için bir adres ekleyin.',
    },
    password: {
      title: 'Parola',
      text: 'Parolayı değiştirdiğinizde diğer her yerde oturumunuz kapatılır',
      change: 'Parolayı değiştir',
      description: 'Burada oturumunuz açık kalır. Diğer her yerde kapatılır.',
    },
    signOut: { title: 'Oturumu kapat', text: 'Bu tarayıcıdaki oturumunuzu sonlandırın' },
  },

  picture: {
    title: 'Resim',
    text: 'Adınızın yanında gösterilir',
    add: 'Resim ekle',
    change: 'Resmi değiştir',
    remove: 'Kaldır',
    saved: 'Resim kaydedildi',
    removed: 'Resim kaldırıldı',
    notSaved: 'Resim kaydedilemedi',
    notRemoved: 'Resim kaldırılamadı',
  },

  email: {
    add: 'E-posta adresi ekle',
    change: 'E-posta adresini değiştir',
    description:
      'Yeni adresin size ait olduğunu doğrulamak için bu adrese e-postayla bir kod göndeririz. Siz kodu girene kadar hiçbir şey değişmez.',
    openToAdd: 'Adres ekle',
    openToChange: 'Adresi değiştir',
    notLoaded: 'Sizi bekleyen bir kod olup olmadığını kontrol edemedik.',
    newAddress: 'Yeni e-posta adresi',
    sendCode: 'Kod gönder',
    sending: 'Gönderiliyor…',
    codeNotSent: 'Kod gönderilemedi',
    onItsWay: 'Şu adrese bir kod gönderiyoruz: <email/>',
    code: 'E-postadaki kod',
    codeExpired: 'Bu kodun süresi doldu. Lütfen yeni bir kod gönderin.',
    codeExpires: (time) => `Kalan süre: ${time}`,
    confirm: 'Adresi doğrula',
    confirming: 'Değiştiriliyor…',
    sendAnother: 'Yeni kod gönder',
    anotherSent: { title: 'Kod gönderildi', text: 'Önceki kod artık geçerli değil.' },
    useAnother: 'Başka bir adres kullan',
    changed: {
      title: 'E-posta adresi değiştirildi',
      text: (email) => `Hesabınızla ilgili e-postalar artık ${email} adresine gönderilecek.`,
    },
    notChanged: 'Adres değiştirilemedi',
  },

  sso: {
    title: 'Tek oturum açma',
    text: 'Burada parolanızı kullanmadan oturum açın',
    textOf: (provider) => `${provider} hesabınızla, buradaki parolanızı kullanmadan oturum açın`,
    notLoaded: 'Bağlı olup olmadığını kontrol edemedik',
    neverUsed: (provider, since) => `${since} tarihinden beri ${provider} hesabına bağlı, henüz kullanılmadı`,
    lastUsed: (provider, since, used) => `${since} tarihinden beri ${provider} hesabına bağlı, son kullanım: ${used}`,
    link: 'Bağla',
    linking: 'Bağlanıyor…',
    linked: 'Tek oturum açma bağlandı',
    notLinked: 'Tek oturum açma bağlanamadı',
    unlink: 'Bağlantıyı kaldır',
    unlinkTitle: 'Tek oturum açma bağlantısı kaldırılsın mı?',
    unlinkText: (provider) =>
      `${provider} hesabınızla artık burada oturum açamazsınız. Bunun yerine parolanızı kullanın.`,
    unlinked: 'Tek oturum açma bağlantısı kaldırıldı',
    notUnlinked: 'Tek oturum açma bağlantısı kaldırılamadı',
  },

  factors: {
    title: 'İkinci faktör',
    description: 'Oturum açarken parolanızdan sonra istenir',
    on: 'Açık',
    off: 'Kapalı',
    loading: 'İkinci faktörleriniz yükleniyor…',
    notLoaded: 'İkinci faktörleriniz yüklenemedi.',
    none: 'Parolanızı öğrenen herkes sizmiş gibi oturum açabilir. Bir geçiş anahtarı veya telefonunuzdan bir uygulama ekleyin; böylece parola artık tek başına yeterli olmaz.',
    addPasskey: 'Geçiş anahtarı ekle',
    addApp: 'Uygulama ekle',
    passkeyUsed: 'Geçiş anahtarı, eklenme: <day/> · son kullanım: <ago/>',
    passkeyNeverUsed: 'Geçiş anahtarı, eklenme: <day/> · henüz kullanılmadı',
    renamePasskey: (name) => `${name} geçiş anahtarını yeniden adlandır`,
    removePasskey: (name) => `${name} geçiş anahtarını kaldır`,
    app: 'Kimlik doğrulama uygulaması',
    appAdded: 'Eklenme: <day/>',
    removeApp: 'Uygulamayı kaldır',
    recoveryCodes: 'Kurtarma kodları',
    noCodesLeft: 'Hiç kalmadı. Yenilerini oluşturun.',
    codesLeft: (left, all) => `${all} koddan ${left} tanesi kaldı. Her biri bir kez kullanılabilir.`,
    newCodes: 'Yeni kodlar',
    added: { title: 'İkinci faktör eklendi', text: 'Artık bununla oturum açabilirsiniz.' },
  },

  removeFactor: {
    passkeyTitle: '<name/> geçiş anahtarını kaldır',
    appTitle: 'Uygulamayı kaldır',
    isLast:
      'Bu, tek ikinci faktörünüz. Kaldırırsanız oturum açmak için parolanız tek başına yeterli olur ve kurtarma kodlarınız silinir.',
    isNotLast: 'Artık oturum açmak için kullanılamaz. Diğer ikinci faktörleriniz kalır.',
    removePasskey: 'Geçiş anahtarını kaldır',
    removeApp: 'Uygulamayı kaldır',
    passkeyRemoved: 'Geçiş anahtarı kaldırıldı',
    appRemoved: 'Uygulama kaldırıldı',
    notRemoved: 'Kaldırılamadı',
  },

  passkey: {
    addTitle: 'Geçiş anahtarı ekle',
    addText:
      'Cihazınız sizden parmak izinizi, yüzünüzü veya cihazın PIN kodunu ister. Bunların hiçbiri cihazınızdan dışarı çıkmaz.',
    name: 'Ad',
    nameHint: 'Listenizde tanıyabilmeniz için',
    androidPhone: 'Android telefon',
    windowsComputer: 'Windows bilgisayar',
    thisComputer: 'Bu bilgisayar',
    add: 'Geçiş anahtarı ekle',
    adding: 'Cihazınızdaki adımları izleyin…',
    notAdded: {
      title: 'Geçiş anahtarı eklenemedi',
      text: 'Geçiş anahtarı eklenmedi. Cihazınızda bu hesap için zaten bir geçiş anahtarı olabilir.',
    },
    renameTitle: 'Geçiş anahtarını yeniden adlandır',
    renameText: 'Adını yalnızca siz görürsünüz.',
    rename: 'Yeniden adlandır',
    renamed: 'Geçiş anahtarı yeniden adlandırıldı',
    notRenamed: 'Geçiş anahtarı yeniden adlandırılamadı',
  },

  app: {
    title: 'Kimlik doğrulama uygulaması ekle',
    text: (seconds) => `Uygulama, çevrimdışıyken bile ${seconds} saniyede bir yeni kod gösterir.`,
    qrCode: 'Uygulamanız için QR kodu',
    scan: 'Bunu telefonunuzdaki uygulamayla tarayın veya şu anahtarı uygulamaya yazın:',
    copyKey: 'Anahtarı kopyala',
    keepSecret: 'Bu anahtara sahip olan herkes kodlarınızı oluşturabilir. Anahtarı kimseyle paylaşmayın.',
    code: 'Uygulamadaki güncel kod',
    add: 'Uygulamayı ekle',
    adding: 'Kontrol ediliyor…',
    notAdded: 'Uygulama eklenemedi',
  },

  recoveryCodes: {
    title: 'Kurtarma kodlarınızı kaydedin',
    text: 'Cihazınızı kaybederseniz her kodla bir kez oturum açabilirsiniz. Bu kodları tekrar göstermeyeceğiz.',
    label: 'Kurtarma kodları',
    sheetTitle: (organisation) => `${organisation} için kurtarma kodları`,
    sheetText: 'Her kod bir kez kullanılabilir.',
    download: 'İndir',
    print: 'Yazdır',
    copy: 'Kurtarma kodlarını kopyala',
    keepSafe: 'Kodları, yerini tuttukları cihazda değil, parolalarınızla birlikte veya kâğıt üzerinde saklayın.',
    saved: 'Kodları kaydettim',
    makeTitle: 'Yeni kurtarma kodları oluştur',
    makeText: (count) =>
      `${count} yeni kod alırsınız. Eski kodlar, nereye kaydetmiş olursanız olun, artık kullanılamaz.`,
    make: 'Yeni kodlar oluştur',
    notMade: 'Yeni kurtarma kodları oluşturulamadı',
  },

  sessions: {
    title: 'Oturumunuzun açık olduğu yerler',
    description: 'Tanımadığınız bir oturum mu var? Onu sonlandırın ve parolanızı değiştirin.',
    loading: 'Oturumlarınız yükleniyor…',
    notLoaded: 'Oturumlarınız yüklenemedi.',
    thisBrowser: 'Bu tarayıcı',
    since: 'Oturum açma: <time/>',
    sinceAndUsed: 'Oturum açma: <time/> · son kullanım: <ago/>',
    end: 'Sonlandır',
    endOn: (device) => `Oturumu sonlandır: ${device}`,
    endOneText:
      'Oradaki oturumunuz hemen kapatılır. Orada kaydedilmemiş çalışmalar kaybolur. Burada oturumunuz açık kalır.',
    endOne: 'Oturumu sonlandır',
    endOthersTitle: 'Diğer tüm oturumları sonlandır',
    endOthersText: (others) =>
      plural('tr', others, {
        one: 'Başka bir yerdeki oturumunuz hemen kapatılır. Orada kaydedilmemiş çalışmalar kaybolur. Burada oturumunuz açık kalır.',
        other:
          'Başka # yerdeki oturumunuz hemen kapatılır. Oralarda kaydedilmemiş çalışmalar kaybolur. Burada oturumunuz açık kalır.',
      }),
    endOthers: 'Diğerlerinin tümünü sonlandır',
    ended: {
      title: 'Oturum kapatıldı',
      text: (sessions) =>
        plural('tr', sessions, {
          one: '# oturum sonlandırıldı. Burada oturumunuz açık kalır.',
          other: '# oturum sonlandırıldı. Burada oturumunuz açık kalır.',
        }),
    },
    notEnded: 'Oturum kapatılamadı',
  },

  backToAccount: 'Hesaba dön',

  details: {
    title: 'Bilgilerinizi güncelleyin',
    subtitle: '“Hakkınızda” dışındaki tüm alanları doldurduğunuzda profiliniz tamamlanır.',
    loading: 'Bilgileriniz yükleniyor…',
    notLoaded: 'Bilgileriniz yüklenemedi',
    complete: (since) => `Profilin tamamlandığı tarih: ${since}`,
    incomplete: 'Henüz tamamlanmadı.',
    missing: (details) => `Henüz tamamlanmadı. Eksik bilgiler: ${details}.`,
    names: {
      firstName: 'ad',
      lastName: 'soyadı',
      phone: 'telefon',
      dateOfBirth: 'doğum tarihi',
      address: 'adres',
      city: 'şehir',
      country: 'ülke',
    },
    email: 'E-posta',
    emailHint: 'Hesabınızdan değiştirebilirsiniz.',
    noEmail: 'Yok',
    firstName: 'Ad',
    lastName: 'Soyadı',
    phone: 'Telefon',
    phoneHint: 'Örneğin +44 20 7946 0000',
    dateOfBirth: 'Doğum tarihi',
    halfDate: 'Lütfen tarihin tamamını girin veya boş bırakın',
    about: 'Hakkınızda',
    aboutHint: 'İsteğe bağlı',
    address: 'Adres',
    addressHint: 'Sokak ve kapı numarası',
    city: 'Şehir',
    country: 'Ülke',
    save: 'Bilgileri kaydet',
    saved: 'Bilgiler kaydedildi',
    notSaved: 'Bilgiler kaydedilemedi',
  },

  terms: {
    title: 'Koşullar',
    subtitle: (organisation) => `${organisation} portalını kullanma koşulları.`,
    loading: 'Koşullar yükleniyor…',
    notLoaded: 'Koşullar yüklenemedi',
    none: {
      title: 'Henüz koşul yok',
      text: 'Kabul etmeniz gereken bir şey olduğunda destek ekibi size soracak.',
    },
    label: 'Koşulların metni',
    changed: 'Siz bu sayfayı açtıktan sonra koşullar değişti. Lütfen kabul etmeden önce yukarıdaki yeni metni okuyun.',
    accept: 'Koşulları kabul et',
    accepting: 'Kabul ediliyor…',
    accepted: (time) => `Bu koşulları ${time} tarihinde kabul ettiniz.`,
    notAccepted: 'Koşullar kabul edilemedi',
  },

  securityCheck: {
    title: 'Güvenlik kontrolü',
    subtitle: 'Siz olduğunuzu doğrulamak için parolanızı girin.',
    password: 'Parola',
    confirm: 'Parolayı doğrula',
    confirming: 'Doğrulanıyor…',
    done: 'Teşekkür ederiz. Parolanız doğrulandı.',
    failed: 'Güvenlik kontrolü başarısız oldu',
  },

  completeProfile: {
    title: 'Profilinizi tamamlayın',
    text: 'Profil tamamlama işlemlerini destek ekibi yürütür ve sizinle iletişime geçer.',
    goBack: 'Hesaba dön',
  },

  reLogin: {
    pageTitle: 'Tekrar oturum açın',
    title: 'Lütfen tekrar oturum açın',
    text: 'Buradaki oturumunuzu kapatıyoruz. Hemen tekrar oturum açabilirsiniz.',
    askedBy: (organisation) => `Bunu ${organisation} destek ekibi istedi.`,
    askedByBecause: (organisation, reason) => `Bunu ${organisation} destek ekibi istedi. Gerekçesi: “${reason}”`,
    stillSignedIn: { title: 'Oturumunuz hâlâ açık', text: 'Oturum kapatılamadı.' },
  },

  notFound: {
    title: '404 Sayfa bulunamadı',
    text: 'Bu sayfayı bulamadık. Adresi kontrol edin veya hesabınıza gidin.',
  },

  newPassword: {
    title: 'Yeni bir parola belirleyin',
    text: 'Parolanız geçici ya da ikinci faktör olmadan kullanmak için çok kısa. Devam etmek için yeni bir parola belirleyin.',
  },

  firstFactor: {
    title: 'İkinci faktör ekleyin',
    text: 'Hesabınız için parola tek başına yeterli değil. Ne ekleyeceğinizi seçin, ardından devam edin.',
    passkey:
      'Bu cihazın parmak izi, yüz tanıma özelliği veya PIN kodu ya da bir güvenlik anahtarı. En güvenli ve en hızlı yöntem.',
    app: 'Telefonunuzdaki kimlik doğrulama uygulaması bir kod gösterir, oturum açarken bu kodu yazarsınız.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Oturumu kapat',
    pending: 'Oturum kapatılıyor…',
    done: 'Oturum kapatıldı',
    failed: 'Oturum kapatılamadı',
  },

  password: {
    current: 'Mevcut parola',
    new: 'Yeni parola',
    atLeast: (characters) => `En az ${characters} karakter`,
    atLeastAlone: (characters, withSecondFactor) =>
      `En az ${characters} karakter (ikinci faktörle ${withSecondFactor})`,
    confirm: 'Yeni parola (tekrar)',
    change: 'Parolayı değiştir',
    changing: 'Değiştiriliyor…',
    changed: {
      title: 'Parola değiştirildi',
      own: 'Parolanız güncellendi.',
      admin: 'Yönetici parolanız güncellendi.',
    },
    notChanged: 'Parola değiştirilemedi',
  },

  asked: {
    by: (organisation) => `${organisation} destek ekibi sizi bu sayfaya yönlendirdi.`,
    reason: 'Gerekçesi: “<reason/>”',
    accountInstead:
      'Burada yalnızca konuklar e-posta adresi doğrular. Oturumunuz açık olduğu için bunun yerine hesabınızı görüyorsunuz.',
    leaveAnytime: 'Bu sayfadan istediğiniz zaman ayrılabilirsiniz.',
    leaveAfter: {
      details: 'Bu sayfadan, bilgilerinizi kaydettikten sonra veya oturumu kapatarak ayrılabilirsiniz.',
      signIn: 'Bu sayfadan, tekrar oturum açtıktan sonra veya oturumu kapatarak ayrılabilirsiniz.',
      terms: 'Bu sayfadan, koşulları kabul ettikten sonra veya oturumu kapatarak ayrılabilirsiniz.',
      password: 'Bu sayfadan, parolanızı doğruladıktan sonra veya oturumu kapatarak ayrılabilirsiniz.',
    },
    leaveWhenEnded:
      'Destek ekibi bunu sonlandırdığında bu sayfadan ayrılabilirsiniz. O zamana kadar oturumu kapatabilirsiniz.',
    over: { title: 'Devam edebilirsiniz', text: 'Destek ekibinin burada sizden başka bir isteği yok.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Siz olduğunuzu doğrulayın',
  text: (minutes) =>
    `Devam etmek için lütfen siz olduğunuzu doğrulayın. ${minutes} dakika boyunca tekrar sormayacağız.`,
  notLoaded: 'Bu bölüm yüklenemedi',
  usePasskey: 'Geçiş anahtarı kullan',
  label: { password: 'Parola', totp: 'Uygulamanızdaki kod', recoveryCode: 'Kurtarma kodu' },
  recoveryCodeHint: 'Her biri bir kez kullanılabilir',
  use: {
    password: 'Parolayı kullan',
    totp: 'Uygulamadaki kodu kullan',
    recoveryCode: 'Kurtarma kodu kullan',
  },
  confirm: 'Doğrula',
  confirming: 'Doğrulanıyor…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Bilinmeyen cihaz',
  browserOnSystem: (browser, system) => `${system} üzerinde ${browser}`,
  unknownLocation: 'Bilinmiyor',
  localNetwork: 'Yerel ağ',
  country: (code) => countryName('tr', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Lütfen geçerli bir e-posta adresi girin',
  codeTooShort: (least) => `Kod en az ${least} karakter olmalıdır`,
  notOurCode: 'Bu, bizim kodlarımızdan biri değil',
  helpReasonMissing: 'Lütfen hangi konuda yardıma ihtiyacınız olduğunu seçin',
  tokenMissing: 'Belirteç parametresi eksik',
  credentialsMissing: 'Lütfen hem kullanıcı adını hem de parolayı girin',
  captchaMissing: 'Lütfen robot doğrulamasını tamamlayın',
  appCodeMissing: 'Uygulamanızdaki kodu girin',
  recoveryCodeMissing: 'Kurtarma kodlarınızdan birini girin',
  usernameMissing: 'Lütfen bir kullanıcı adı girin',
  usernameTooLong: (most) => `Kullanıcı adı en fazla ${most} karakter olabilir`,
  usernameNotAWord: 'Lütfen boşluk, eğik çizgi veya iki nokta içermeyen bir kullanıcı adı seçin',
  usernameSpaces: 'Lütfen kullanıcı adında art arda birden fazla boşluk kullanmayın',
  firstNameTooLong: (most) => `Ad en fazla ${most} karakter olabilir`,
  lastNameTooLong: (most) => `Soyadı en fazla ${most} karakter olabilir`,
  notPlainText: 'Lütfen yalnızca harf, rakam ve yaygın noktalama işaretleri kullanın',
  invisible: 'Adlarda görünmez karakter bulunamaz. Lütfen yapıştırmak yerine yeniden yazın.',
  verificationCodeMissing: 'Lütfen doğrulama kodunu girin',
  currentPasswordMissing: 'Mevcut parola gerekli',
  passwordTooShort: (least) => `Yeni parola en az ${least} karakter olmalıdır`,
  passwordTooLong: (most) => `Parola en fazla ${most} karakter olabilir`,
  confirmationMissing: 'Lütfen yeni parolanızı tekrar girin',
  confirmationDiffers: 'Parolalar eşleşmiyor',
  phoneInvalid: 'Lütfen bir telefon numarası girin, örneğin +44 20 7946 0000',
  dateInvalid: 'Lütfen geçmiş bir tarih girin',
  tooLong: (most) =>
    plural('tr', most, { one: 'Lütfen en fazla # karakter kullanın', other: 'Lütfen en fazla # karakter kullanın' }),
  nameMissing: 'Lütfen bir ad girin',
  notAPicture: 'Lütfen bir resim seçin, örneğin bir JPEG, PNG veya WebP dosyası.',
  pictureFileTooLarge: 'Lütfen en fazla 20 MB boyutunda bir resim seçin.',
  pictureTooLarge: 'Resim en fazla 64 kB olabilir',
  noBody: 'Bu çağrı gövde kabul etmez.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('tr', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<organisation/>: <title/>',
  signIn: 'Oturum aç',
  username: 'Kullanıcı adı',
  facts: {
    requested: 'İstek zamanı',
    time: 'Zaman',
    account: 'Hesap',
    device: 'Cihaz',
    location: 'Yaklaşık konum',
    by: 'İşlemi yapan',
    supportTeam: 'destek ekibi',
  },

  code: {
    subject: '<organisation/> için doğrulama kodunuz',
    title: 'Doğrulama kodunuz',
    use: (minutes) =>
      plural('tr', minutes, {
        one: 'Bu kod e-posta adresinizi doğrular ve süresi # dakika sonra dolar.',
        other: 'Bu kod e-posta adresinizi doğrular ve süresi # dakika sonra dolar.',
      }),
    rule: 'Kodu yalnızca <host/> sitesinde girin. Bu kodu asla kimseyle paylaşmayın: <organisation/> kuruluşundan hiç kimse sizden bu kodu istemez.',
    notYou:
      'Bunu siz istemediniz mi? Birisi kendi adresini yanlış yazmış olabilir. Bir şey yapmanız gerekmez: Bu kod olmadan hiçbir şey olmaz ve kodun süresi kendiliğinden dolar.',
  },

  registration: {
    subject: '<organisation/> için e-posta adresinizi doğrulayın',
    title: 'E-posta adresinizi doğrulayın',
    asked: 'Bir hesap oluşturmak istediniz.',
    askedAs: '“<name/>” kullanıcı adıyla bir hesap oluşturmak istediniz.',
    how: 'Bu sayfayı, hesap isteğinde bulunduğunuz tarayıcıda açın ve “E-posta adresini doğrula” düğmesini seçin:',
    open: 'Sayfayı aç',
    orCode: 'Veya geldiğiniz sayfada bu kodu girin:',
    expires: 'İkisi de 24 saat boyunca ve yalnızca bir kez kullanılabilir.',
    notYou: 'Bunu siz istemediniz mi? Bir şey yapmanız gerekmez: Bu adım olmadan hesap oluşturulmaz.',
  },

  knownAddress: {
    subject: '<organisation/> portalında zaten bir hesabınız var',
    title: 'Zaten bir hesabınız var',
    why: 'Birisi, muhtemelen siz, bu e-posta adresiyle bir hesap oluşturmak istedi. Zaten bir hesabınız var.',
    help: 'Nasıl oturum açacağınızı hatırlamıyorsanız lütfen destek ekibiyle iletişime geçin.',
    notYou: 'Bunu siz istemediniz mi? Bir şey yapmanız gerekmez.',
  },

  password: {
    created: {
      subject: '<organisation/> portalındaki hesabınız',
      title: 'Hesabınız',
      why: 'Destek ekibi sizin için bir hesap oluşturdu.',
    },
    reset: {
      subject: '<organisation/> portalındaki yeni parolanız',
      title: 'Yeni parolanız',
      why: 'Destek ekibi parolanızı sıfırladı.',
    },
    usernameWithoutSpace: 'Kullanıcı adı (boşluk olmadan)',
    askForUsername: 'lütfen destek ekibine sorun',
    temporaryPassword: 'Geçici parola',
    expires: (days) =>
      plural('tr', days, {
        one: 'Geçici parolanın süresi bir gün sonra dolar. Ondan sonra lütfen yeni bir geçici parola isteyin.',
        other: 'Geçici parolanın süresi # gün sonra dolar. Ondan sonra lütfen yeni bir geçici parola isteyin.',
      }),
    next: 'Yeni bir parola belirlemeniz istenecek. Bu parolayı yalnızca siz bileceksiniz ve <organisation/> kuruluşundan hiç kimse sizden bu parolayı asla istemez.',
    notExpected: 'Bunu beklemiyor muydunuz? Lütfen destek ekibine haber verin ve oturum açmayın.',
  },

  emailChange: {
    subject: '<organisation/> portalındaki yeni e-posta adresinizi doğrulayın',
    title: 'Yeni e-posta adresinizi doğrulayın',
    why: '<organisation/> portalında bir hesapta oturum açmış olan birisi, o hesap için bu e-posta adresini kullanmak istiyor.',
    whyOf:
      '<organisation/> portalında <name/> hesabında oturum açmış olan birisi, o hesap için bu e-posta adresini kullanmak istiyor.',
    rule: (minutes) =>
      plural('tr', minutes, {
        one: 'Kodu yalnızca <host/> sitesinde, hesabınızda girin. Kodun süresi # dakika sonra dolar. Bu kodu asla kimseyle paylaşmayın: <organisation/> kuruluşundan hiç kimse sizden bu kodu istemez.',
        other:
          'Kodu yalnızca <host/> sitesinde, hesabınızda girin. Kodun süresi # dakika sonra dolar. Bu kodu asla kimseyle paylaşmayın: <organisation/> kuruluşundan hiç kimse sizden bu kodu istemez.',
      }),
    notYou:
      'Bunu siz istemediniz mi? Birisi kendi adresini yanlış yazmış olabilir. Bir şey yapmanız gerekmez: Bu kod olmadan hiçbir şey değişmez ve kodun süresi kendiliğinden dolar.',
  },

  notices: {
    'new device': {
      title: 'Yeni oturum açma',
      sentence: 'Hesabınızla yeni bir tarayıcıdan oturum açıldı.',
    },
    'second step failed': {
      title: 'Oturum açma durduruldu',
      sentence:
        'Birisi yeni bir tarayıcıda parolanızı girdi ancak ikinci faktörünüzü girmedi. Oturum açma işlemini durdurduk.',
    },
    'password changed': { title: 'Parola değiştirildi', sentence: 'Parolanız değiştirildi.' },
    'password reset': {
      title: 'Parola sıfırlandı',
      sentence: 'Destek ekibi parolanızı sıfırladı. Eski parolanız artık geçerli değil.',
    },
    'second factor added': { title: 'İkinci faktör eklendi', sentence: 'Hesabınıza bir ikinci faktör eklendi.' },
    'second factor removed': {
      title: 'İkinci faktör kaldırıldı',
      sentence: 'Hesabınızdan bir ikinci faktör kaldırıldı.',
    },
    'second factor reset': {
      title: 'İkinci faktörler kaldırıldı',
      sentence: 'Destek ekibi hesabınızdaki tüm ikinci faktörleri kaldırdı.',
    },
    'single sign-on linked': {
      title: 'Tek oturum açma bağlandı',
      sentence:
        'Hesabınıza tek oturum açma bağlandı. Bağlanan hesapta oturum açabilen herkes artık burada da sizmiş gibi oturum açabilir.',
    },
    'single sign-on unlinked': {
      title: 'Tek oturum açma bağlantısı kaldırıldı',
      sentence: 'Hesabınızın tek oturum açma bağlantısı kaldırıldı.',
    },
    'e-mail changed': {
      title: 'E-posta adresi değiştirildi',
      sentence:
        'Hesabınızın e-posta adresi değiştirildi. Hesabınızla ilgili e-postalar artık başka bir adrese gönderilecek.',
    },
    'e-mail set': {
      title: 'E-posta adresi değiştirildi',
      sentence:
        'Bir hesabın e-posta adresi bu adres olarak değiştirildi. O hesapla ilgili e-postalar artık buraya gelecek.',
    },
    'became staff': {
      title: 'Yeni rol',
      sentence:
        'Bir yönetici, hesabınıza yönetim panelinde bir rol verdi. Parolanız, ikinci faktörleriniz, bağlı oturum açma yöntemleriniz ve oturumlarınız artık geçerli değil. Bir yönetici size yeni bir geçici parola verecek.',
    },
    'role changed': {
      title: 'Rol değiştirildi',
      sentence: 'Destek ekibi, hesabınızın yapabileceklerini değiştirdi. Lütfen tekrar oturum açın.',
    },
  },
  notYou: 'Bunu siz yapmadıysanız veya böyle bir şey beklemiyorsanız lütfen hemen destek ekibiyle iletişime geçin.',
  noLinks: 'Bu e-postada bilerek hiçbir bağlantıya yer verilmedi. Portalı her zamanki gibi açın.',

  settings: {
    title: 'Ayarlar değiştirildi',
    from: 'Kaynak: <ipAddress/> (<location/>), cihaz: <device/>, zaman: <time/>',
    open: 'Ayarları aç',
    advice:
      'Kararlaştırdığınız bu değil miydi? Eski hâline getirin veya yürürlüğe girmeden geri çekin ve bunu yapan hesabı kontrol edin.',
    last: 'Çok sayıda değişiklik yapıldı. Bir saat boyunca bu tür başka e-posta almayacaksınız. Lütfen bildirimleri kontrol edin.',
  },
  apiKeys: {
    open: 'API anahtarlarını aç',
    advice: 'Kararlaştırdığınız bu değil miydi? Anahtarı sonlandırın ve bunu yapan hesabı kontrol edin.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Lütfen e-posta adresinizi girin',
  codePromptMessage: 'Lütfen doğrulama kodunuzu tekrar girin',
  exitMessage: 'Doğrulama işlemini tamamladığınız için teşekkür ederiz',
  verificationEnded: 'Destek ekibi bu doğrulamayı sonlandırdı.',
  replies: {
    'check-spam': 'Lütfen spam klasörünüzü kontrol edin',
    'new-code': 'Size az önce yeni bir kod gönderdik',
    'check-address': 'Lütfen e-posta adresinizi kontrol edin',
  },
  termsText: `Bu portalı kullanarak aşağıdakileri kabul etmiş olursunuz.

1. Hesabınız yalnızca size aittir. Parolanızı kimseyle paylaşmayın ve başka birisinin bilme ihtimali varsa bunu destek ekibine bildirin.
2. Portalı yalnızca amacına uygun olarak kullanın ve portalı kullanan diğer kişilere saygı gösterin.
3. Hesapların güvenliği için oturum açma işlemleri ve değişiklikler zaman, IP adresi ve cihaz bilgisiyle kaydedilir.
4. Destek ekibi, kötüye kullanılan bir hesabı askıya alabilir.

Sorularınız varsa lütfen kabul etmeden önce destek ekibiyle iletişime geçin.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'İstekte bir şey eksik veya geçerli değil.',
  fieldInvalid: (field) => `“${field}” eksik veya geçerli değil.`,
  notSignedIn: 'Oturumunuz açık değil.',
  notAllowed: 'Bunu yapma izniniz yok.',
  passwordChangeRequired: 'Önce kendi parolanızı belirleyin.',
  secondFactorRequired: 'Önce hesabınıza bir ikinci faktör ekleyin.',
  stepUpNeeded: 'Devam etmek için lütfen siz olduğunuzu doğrulayın.',
  gateClosed: 'Lütfen bu sayfayı size verilen bağlantıyla açın.',
  foreignOrigin: 'Bu istek, bu portalın bir sayfasından gelmiyor.',
  domainDenied: 'İstenen kaynak bu sunucuda bulunamadı.',
  domainDeniedCode: 'Hata kodu: Alan adı erişimi reddedildi',
  notFound: 'Bu adreste hiçbir şey yok.',
  tooManyRequests: (seconds) =>
    `Çok fazla deneme yapıldı. Lütfen ${
      seconds < 60
        ? plural('tr', seconds, { one: '# saniye', other: '# saniye' })
        : plural('tr', Math.ceil(seconds / 60), { one: '# dakika', other: '# dakika' })
    } sonra tekrar deneyin.`,
  busy: 'Sunucu şu anda yoğun. Lütfen birazdan tekrar deneyin.',
  unavailable: 'Hizmet şu anda kullanılamıyor. Lütfen birazdan tekrar deneyin.',
  bodyTooLarge: 'İstek çok büyük.',
  notJson: 'Burada yalnızca JSON (application/json) kabul edilir.',
  malformedRequest: 'İstek geçerli bir HTTP isteği değil.',
  malformedJson: 'İstek geçerli JSON değil.',
  internal: 'Bizim tarafımızda bir sorun oluştu. Lütfen birazdan tekrar deneyin.',

  captchaNeeded: 'Lütfen robot olmadığınızı doğrulayın, ardından kodu göndereceğiz.',
  captchaRefused: 'Robot doğrulaması kabul edilmedi. Lütfen robot doğrulamasını tekrar tamamlayın.',
  captchaUnavailable: 'Robot doğrulaması hizmetine şu anda ulaşılamıyor. Lütfen birazdan tekrar deneyin.',
  emailsWait: 'Gönderilmeyi bekleyen çok fazla e-posta var. Lütfen bir dakika sonra tekrar deneyin.',
  cannotReceiveEmail: (domain) => `${domain} alan adı e-posta alamıyor. @ işaretinden sonraki kısmı kontrol edin.`,

  gateTokenInvalid: 'Belirteç geçersiz veya süresi dolmuş',
  gateTokenUsed: 'Bu belirteç zaten kullanıldı',
  guestCode: {
    expired: 'Doğrulama kodunuzun süresi doldu. Lütfen yeni bir kod isteyin.',
    unknown: 'Bu adres için bir kod yok. Lütfen yeni bir kod isteyin.',
  },
  accountCode: {
    expired: 'Kodunuzun süresi doldu. Lütfen yeni bir kod isteyin.',
    unknown: 'Girilecek bir kod yok. Lütfen yeni bir kod isteyin.',
  },
  codeDead: 'Çok fazla yanlış kod girildi. Lütfen yeni bir kod isteyin.',
  codeWrong: (left) =>
    plural('tr', left, {
      one: 'Kod doğru değil. # deneme hakkınız kaldı.',
      other: 'Kod doğru değil. # deneme hakkınız kaldı.',
    }),
  browserUnknown: 'Tarayıcınızı henüz tanımıyoruz. Lütfen sayfayı yeniden yükleyip tekrar deneyin.',
  noExit: 'Bu sayfada açık bir çıkış yok veya seçiminizi zaten yaptınız.',
  notConfirmedLately:
    'Lütfen önce e-posta adresinizi onaylayın. Ardından 15 dakika boyunca bu adresle ilgili sakladıklarımızı görebilir ve silebilirsiniz.',
  legalHold: 'Bu veriler henüz silinemez: yasal bir saklama zorunluluğu var. Lütfen destek ekibiyle iletişime geçin.',

  wrongCredentials: 'Kullanıcı adı veya parola hatalı',
  accountSuspended: 'Hesabınız askıya alındı. Lütfen destek ekibiyle iletişime geçin.',
  temporaryPasswordExpired: 'Bu geçici parolanın süresi doldu. Lütfen destek ekibinden yeni bir geçici parola isteyin.',
  signInExpired: 'Bu işlem çok uzun sürdü veya çok fazla deneme yapıldı. Lütfen tekrar oturum açın.',
  signInPasskeyRefused: 'Bu geçiş anahtarı kabul edilmedi. Lütfen tekrar deneyin veya parolanızı kullanın.',
  wrongAppCode: 'Bu kod yanlış veya daha önce kullanılmış. Lütfen uygulamanızın gösterdiği bir sonraki kodu girin.',
  wrongRecoveryCode: 'Bu kurtarma kodu yanlış veya daha önce kullanılmış.',
  passkeyRefused: 'Bu geçiş anahtarı kabul edilmedi. Lütfen tekrar deneyin.',

  noSelfRegistration: 'Hesapları destek ekibi oluşturur',
  usernameTaken: 'Bu kullanıcı adı alınmış. Lütfen başka bir kullanıcı adı seçin.',
  emailTaken: 'Bu e-posta adresiyle zaten bir hesap var.',
  registrationCodeInvalid: 'Bu doğrulama kodu geçerli değil veya süresi dolmuş. Lütfen yeni bir kod isteyin.',
  otherBrowser:
    'Bu kod yalnızca kaydolduğunuz tarayıcıda kullanılabilir. Bağlantıyı orada açın veya burada yeniden kaydolun.',

  wrongCurrentPassword: 'Mevcut parola doğru değil',
  wrongPassword: 'Bu parola doğru değil.',
  wrongPasswordTryAgain: 'Bu parola doğru değil. Lütfen tekrar deneyin.',
  samePassword: 'Yeni parola mevcut paroladan farklı olmalıdır',
  passwordNeedsFactor: (least) =>
    `${least} karakterden kısa bir parola için ikinci faktör gerekir. Daha uzun bir parola belirleyin veya önce hesabınıza bir ikinci faktör ekleyin.`,
  passwordCommon: 'Bu parola çok yaygın. Lütfen başka bir parola belirleyin.',
  passwordGuessable: 'Bu parola, başkalarının bildiği bir ada çok benziyor. Lütfen başka bir parola belirleyin.',
  passwordLeaked: 'Bu parola bir veri sızıntısında ortaya çıkmış. Lütfen başka bir parola belirleyin.',
  passwordNotEnough: 'Lütfen ikinci faktörünüzü kullanın. Burada parolanız tek başına yeterli değil.',
  shortPasswordStandsAlone: (least) =>
    `Parolanız ${least} karakterden kısa. İkinci faktör olmadan bu çok kısa: Önce daha uzun bir parola belirleyin.`,
  lastSecondFactor:
    'Bu portal ikinci faktör gerektirir ve bu sizin tek ikinci faktörünüz. Önce bir ikinci faktör daha ekleyin.',
  secondFactorGone: 'Bu ikinci faktör artık yok.',
  appOfferExpired: 'Bu işlem çok uzun sürdü. Lütfen uygulamayı eklemeye yeniden başlayın.',
  tooManyPasskeys: (most) =>
    plural('tr', most, {
      one: 'En fazla # geçiş anahtarınız olabilir. Önce birini kaldırın.',
      other: 'En fazla # geçiş anahtarınız olabilir. Önce birini kaldırın.',
    }),
  passkeyKnown: 'Bu geçiş anahtarı zaten kullanılıyor.',
  nothingToRecover:
    'Önce bir uygulama veya geçiş anahtarı ekleyin. Kurtarma kodları, kaybettiğiniz uygulamanın veya anahtarın yerini tutar.',

  sameEmail: 'Bu zaten sizin e-posta adresiniz.',
  termsChanged: 'Koşullar bu arada değişti. Lütfen tekrar okuyun.',
  languageNotOffered: 'Bu dil burada sunulmuyor.',
};
