import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: '言語',
  theme: 'テーマ',
  systemTheme: 'システムのテーマ',
  lightTheme: 'ライトテーマ',
  darkTheme: 'ダークテーマ',
  supportContact: '<organisation/>のサポートチームへの連絡先：<contact/>',

  loading: '読み込み中…',
  close: '閉じる',
  cancel: 'キャンセル',
  tryAgain: '再試行',
  pleaseTryAgain: 'もう一度お試しください。',
  pleaseTryAgainLater: 'しばらくしてからもう一度お試しください。',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした。代わりにテキストを選択してください。',
  toasts: { label: '通知（F8）', close: '通知を閉じる' },
  passwordField: {
    show: (field) => `${field}を表示`,
    hide: (field) => `${field}を非表示`,
    capsLock: 'Caps Lockがオンになっています',
  },
  timeAgo: {
    now: 'たった今',
    minutes: (minutes) => `${minutes}分前`,
    hours: (hours) => `${hours}時間前`,
    days: (days) => `${days}日前`,
  },
  captcha: {
    label: '私はロボットではありません',
    verifying: '確認中…',
    slow: '確認を続けています。1分ほどかかることがあります。',
    verified: '確認しました',
    expired: '期限が切れました。もう一度チェックしてください。',
    failed: '確認できませんでした。もう一度お試しください。',
    loading: 'CAPTCHAを読み込み中…',
    blocked: 'CAPTCHAを読み込めませんでした。インターネット接続と広告ブロッカーを確認してください。',
  },
  passkeyNotUsed: 'パスキーは使用されませんでした。もう一度試すか、別の方法をお使いください。',

  unreachable: 'サーバーに接続できませんでした。インターネット接続を確認して、もう一度お試しください。',
  unwell: 'サーバーが応答できませんでした。しばらくしてからもう一度お試しください。',
  notLoaded: {
    title: 'このページを読み込めません',
    description: 'ポータルが更新されたか、オフラインになっている可能性があります。',
    reload: '再読み込み',
    overlayTitle: '開くことができません',
    overlayDescription:
      'ポータルが更新されたか、オフラインになっている可能性があります。ページを再読み込みしてください。',
  },
  needsScript: 'このポータルにはJavaScriptが必要です。JavaScriptを有効にして、ページを再読み込みしてください。',
};

export const guest: Messages['guest'] = {
  failed: { title: 'エラー', unknown: 'エラーが発生しました' },
  offline: {
    page: 'オフラインです。接続が戻ると、このページは続きから再開します。',
    unsent: 'オフラインです。接続が戻りしだい送信します。',
  },

  title: 'ようこそ',
  introduction: 'メールアドレスを入力してください。ご本人のアドレスであることを確認するためのコードをお送りします。',
  haveAccount: 'アカウントをお持ちですか？<link>サインイン</link>',
  email: { label: 'メールアドレス*', hint: '例：name@example.com' },
  continue: '次へ',
  sending: '送信中…',
  suggestion: {
    question: '<email/>ではありませんか？',
    accept: 'はい、<domain/>にします',
    decline: 'いいえ、<domain/>のままにします',
  },
  codeSent: { title: 'コードを送信しました', description: '確認コードをメールでお送りしました。' },
  codeResent: { title: 'コードを再送信しました', description: '新しい確認コードをメールでお送りしました。' },

  help: {
    label: 'ヘルプ',
    need: 'サポートが必要です',
    unavailable: '選択肢を読み込めませんでした。もう一度お試しください。',
    title: 'どのようなことでお困りですか？',
    description: '1つ選んでください。文字の入力は必要ありません。',
    reasons: {
      no_mail: 'メールが届きません',
      wrong_address: 'アドレスが間違っています',
      code_refused: 'コードが受け付けられません',
      told_to_come: '誰かに、ここへ来るように言われました',
    },
    toldToCome:
      '<organisation/>の者が電話やチャットでコードをお尋ねすることは一切ありません。誰かに、ここへ来るように言われた場合は、その電話やチャットを終了し、このページを閉じてください。',
    close: '閉じる',
    asked: 'サポートチームに知らせました。',
    attended: 'サポートチームが対応しています。',
    chosen: (reason) => `「${reason}」を選択しました。このページを開いたままお待ちください。回答はここに表示されます。`,
    withdraw: 'サポートはもう必要ありません',
    chooseOther: '別の項目を選ぶ',
  },

  prompt: {
    sender: '<organisation/>のサポートチームからのメッセージ',
    titles: { email: 'メールアドレスの入力が必要です', code: '確認コード' },
    warning:
      'ここに入力してよいのは、このポータルからのメール（<sender/>）に記載されたコードだけです。コードは決して誰にも教えないでください。',
    close: 'わかりました',
  },
  redirect: {
    moved: 'サポートチームの操作により、このページに移動しました',
    emailFirst: 'サポートチームがコードの入力をお願いしています。先にメールアドレスを入力してください。',
    unknownHere: 'コードのリクエストが見つかりませんでした。メールアドレスをもう一度入力してください。',
    dismiss: '閉じる',
  },

  link: {
    title: '確認',
    verifying: { title: '確認中…', description: '少々お待ちください。' },
    verified: '確認が完了しました',
    access: '<organisation/>にアクセスできるようになりました',
    redirecting: (seconds) => plural('ja', seconds, { other: '#秒後に移動します…' }),
    failed: '確認できませんでした',
    invalid: '確認トークンが無効です',
    invalidOrExpired: 'トークンが無効か、有効期限が切れています',
    unreachable: 'ネットワークエラーが発生しました',
    askForNew: 'リンクを使えるのは、短い時間内に1回だけです。このリンクの入手元に、新しいリンクをご依頼ください。',
    incomplete: 'リンクが不完全です',
    openWhole:
      'リンクの一部が欠けています。リンク全体を開いてください。メールアプリによっては、長いリンクが行末で途切れることがあります。',
    noToken: '確認トークンがありません',
    missingToken: 'トークンのパラメータがありません',
    retry: 'もう一度確認する',
    continueWithout: 'リンクを使わずに続ける',
  },
  notFound: {
    title: 'ページが見つかりません',
    description: 'お探しのページは存在しないか、移動されました。',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'コードの入力',
    heading: 'メールをご確認ください',
    undelivered: 'コードをお届けできませんでした',
    label: 'コードを入力*',
    hint: (digits) => `お送りしたメールに記載された${digits}桁の数字`,
    verifying: '確認中…',
    expired: 'コードの期限切れ',
    expiredProblem: 'このコードは有効期限が切れています。新しいコードをリクエストしてください。',
    expiredToast: {
      title: 'コードの有効期限が切れました',
      description: '確認コードの有効期限が切れました。新しいコードをリクエストしてください。',
    },
    tooManyWrong: '間違ったコードが何度も入力されました。新しいコードをリクエストしてください。',
    verified: { title: '完了', description: 'メールアドレスを確認しました。' },
    failed: '確認できませんでした',
  },
  sentTo: {
    unknown: '次のアドレス宛てのコード：<email/>',
    sending: '次のアドレスにコードを送信しています：<email/>',
    sent: (time) => `${time}に次のアドレスへコードを送信しました：<email/>`,
    undelivered: '入力されたアドレス：<email/>',
    edit: '変更',
    correct: 'アドレスを訂正',
  },
  usual: {
    seconds: (seconds) => plural('ja', seconds, { other: '本日、<domain/>宛てのメールは通常#秒ほどで届いています。' }),
    minute: '本日、<domain/>宛てのメールは通常1分ほどで届いています。',
    minutes: (minutes) => plural('ja', minutes, { other: '本日、<domain/>宛てのメールは通常#分ほどで届いています。' }),
  },
  undelivered: {
    delayed: '<domain/>宛てのメールが遅れています。引き続き送信を試み、状況をこのページでお知らせします。',
    expired: (minutes) =>
      plural('ja', minutes, {
        other: '#分以内にメールを送信できませんでした。新しいコードをリクエストするか、別のアドレスをお使いください。',
      }),
    bounced: (reason) => `お送りしたメールが届かずに戻ってきました。${reason}`,
    reasons: {
      no_mailbox: '<domain/>に、この名前のメールボックスはありません。アドレスに入力ミスがないか確認してください。',
      mailbox_full:
        'このメールボックスは容量がいっぱいです。空きを作ってから新しいコードをリクエストするか、別のアドレスをお使いください。',
      no_domain: '<domain/>はメールを受信できません。@の後ろの部分を確認してください。',
      no_smtputf8:
        '<domain/>では、これらの文字を含む名前のアドレスにメールを送信できません。別のアドレスをお使いください。',
      blocked: '<domain/>は、このポータルからのメールを受け付けていません。別のアドレスをお使いください。',
      other: '<domain/>にメールの受信を拒否されました。アドレスを確認するか、別のアドレスをお使いください。',
    },
  },
  timer: {
    label: 'このコードの残り時間',
    soon: '残り1分未満',
    minutes: (minutes) => plural('ja', minutes, { other: '残り約#分' }),
    expiresSoon: 'コードの有効期限まで1分を切りました。',
    expired: 'コードの有効期限が切れました。新しいコードをリクエストしてください。',
  },
  resend: {
    send: '新しいコードを送信',
    noEmail: 'メールが届きませんか？<resend>再送信</resend>',
    isAddressRight: 'アドレスは正しいですか？<resend>再送信</resend>',
    wait: {
      sentence: 'あと<time/>で新しいコードをリクエストできます',
      soon: '1分未満',
      minutes: (minutes) => plural('ja', minutes, { other: '約#分' }),
    },
    possible: '新しいコードをリクエストできるようになりました。',
    checkSpam: 'メールがまだ届きませんか？迷惑メールフォルダをご確認ください。メールの送信元：<sender/>',
  },
  safety: {
    label: '安全のために',
    onlyOurs: 'このポータルからメールでお送りしたコードだけを入力してください。メールの送信元：<sender/>',
    neverTell:
      'ほかのサービスのコードは決して入力しないでください。コードは決して誰にも教えないでください。<organisation/>の者がコードを教えるようお願いすることは一切ありません。',
  },
  processing: {
    title: 'リクエストを処理しています',
    description: 'コードを確認しています。このページを開いたままお待ちください。',
    almostDone: 'まもなく完了します',
    timeLeft: '残り時間',
    clock: (seconds) => `${seconds}秒`,
    secondsLeft: (seconds) => plural('ja', seconds, { other: '残り#秒' }),
  },

  confirmed: {
    label: '確認済み',
    title: 'メールアドレスを確認しました',
    email: '<organisation/>での<email/>の確認が完了しました。',
    unnamed: '<organisation/>でのメールアドレスの確認が完了しました。',
    leave: '<host/>へ進む',
    orClose: 'このページを閉じてもかまいません。手続きは完了しています。',
    close: '手続きは完了しました。このページを閉じてかまいません。',
    another: '別のアドレスを確認',
    myData: '保存されている情報の確認・削除',
  },
  site: {
    purpose: 'ここで確認したメールアドレスは<host/>に送られます。',
    done: '<host/>にメールアドレスを送りました。このウィンドウを閉じてかまいません。',
  },
  halted: {
    title: 'ここで操作を止めてください',
    nobodyAsks: '<organisation/>の者が電話やチャットでコードをお尋ねすることは一切ありません。',
    explanation:
      '誰かから、このページを開くように、ここに何かを入力するように、またはコードを教えるように言われた場合は、先に進まないでください。その相手は、あなたのアカウントのいずれかに侵入しようとしているおそれがあります。',
    whatToDo: '次のことを行ってください',
    endCall: '電話やチャットを終了してください。',
    closePage: 'このページを閉じてください。',
    tellNobody: 'メール、SMS、アプリで受け取ったコードは、誰にも教えないでください。',
    changePassword:
      'コードやパスワードを誰かに教えてしまった場合は、今すぐパスワードを変更し、そのコードやパスワードのサービスを提供している会社に電話してください。電話番号はご自分で調べてください。',
    warned: '<organisation/>の管理者に警告を通知しました。',
    untilYouGoOn:
      'ご自身で先に進むことを選ぶまで、サポートチームがメッセージを表示したり、あなたを別のページに移動させたりすることはできません。',
    goOn: '理解しました。先に進む',
  },
  exit: {
    thanks: 'ありがとうございました',
    confirmed: 'メールアドレスの確認が完了しました。',
    ended: '確認が終了しました',
    leavingFor: 'このポータルを離れて、次のサイトに移動します：<host/>',
    end: 'これで確認は終了です。',
    stay: 'ここに残る',
    tryAgain: '再試行',
    failed: 'しばらくしてからもう一度お試しください。',
    stillHere: {
      title: '移動していません',
      description: '開こうとしていたページは、現在は使われていません。',
    },
    closed: { title: 'このページを閉じてかまいません', description: 'ここで行うことはもうありません。' },
  },
};

export const myData: Messages['myData'] = {
  title: 'あなたのデータ',
  introduction: '<organisation/>が<email/>について保存している内容です。',
  timeLeft: (minutes) => plural('ja', minutes, { other: '安全のため、このページはあと#分で閉じます。' }),
  failed: 'データを読み込めませんでした',
  nothing: '<email/>について保存されているものはありません。',
  cut: 'ここに表示されている以外にもあります。',
  account:
    'このアドレスのアカウントもあります。ここでは表示も削除もされません。確認するには<link>サインイン</link>してください。',
  held: (day) => `法的な理由により、${day}まで保存する必要があります。それまでは削除できません。`,
  kinds: {
    registrations: '登録',
    verified: '確認済みのアドレス',
    codes: 'コードの請求',
    visits: 'アクセス',
    help: 'サポートの依頼',
    messages: 'サポートチームからのメッセージ',
    log: 'ログの記録',
    audit: '監査の記録',
    notifications: 'サポートチームへの通知',
    emails: 'お送りしたメール',
    webhooks: '他のシステムへの報告',
  },
  about: {
    registrations: '確認を待っている新しいアカウントです。',
    verified: 'このアドレスがご本人のものであることを示します。',
    codes: '入力されたアドレスと日時です。コードは誰にも読めません。',
    visits: 'ブラウザ、IPアドレス、おおよその場所、ページです。',
    help: 'サポートチームに依頼された内容です。',
    messages: 'サポートチームがここで表示した内容です。',
    log: '安全のため、ここで起きたことと日時の記録です。',
    audit: 'サポートチームが行ったことのうち、ご本人に関するものです。',
    notifications: 'アクセスについてサポートチームに知らされた内容です。',
    emails: 'メールの送信日時と届いたかどうかです。本文は含みません。',
    webhooks: 'ここへ案内したシステムに伝える結果です。',
  },
  fields: {
    username: 'ユーザー名',
    firstName: '名',
    lastName: '姓',
    email: 'メールアドレス',
    guestId: 'ブラウザID',
    ipAddress: 'IPアドレス',
    location: '場所',
    device: 'デバイス',
    language: '言語',
    page: 'ページ',
    views: 'ページ表示回数',
    action: '操作',
    kind: '種類',
    title: 'タイトル',
    text: '本文',
    reason: '理由',
    details: '詳細',
    outcome: '結果',
    tries: '試行回数',
    state: '状態',
    destination: '移動先',
    token: 'リンクID',
    organisationId: '他のシステムでのID',
    claims: '他のシステムからの情報',
    helped: 'サポートチームの支援',
    at: '日時',
    createdAt: '作成',
    seenAt: '最終アクセス',
    expiresAt: '有効期限',
    usedAt: '使用',
    sentAt: '送信',
    verifiedAt: '確認',
    deliveredAt: '配信',
    haltedAt: 'ご本人による停止',
    bouncedAt: '不達',
  },
  download: 'ページとしてダウンロード',
  downloadJson: 'プログラム用にダウンロード（JSON）',
  made: (time) => `作成日時：${time}`,
  erase: 'すべて削除',
  erasing: {
    title: 'すべて削除しますか？',
    description: '<email/>について保存されているものをすべて削除します。元に戻すことはできません。',
    elsewhere:
      '対象はこのポータルのみです。他のシステムにあるデータについては、<organisation/>にお問い合わせください。',
    confirm: '完全に削除',
    failed: 'データを削除できませんでした',
  },
  stays: {
    title: '残るもの',
    audit: 'サポートチームが行ったことの記録です。お名前は、どこにもつながらない無作為な名前に置き換えられます。',
    halt: '誰かにここへ来るように言われたという警告です。先に進むことを選ぶまで、あなたを保護します。',
    account: 'このアドレスのアカウントに属するデータです。',
    'staff-work': 'サポートチームでのご自身の作業の記録です。',
    until: (day) => `${day}に削除します。`,
  },
  erased: {
    title: 'データを削除しました',
    description: '<email/>について保存されていたものは削除されました。このページを閉じてかまいません。',
  },
  over: { title: 'アドレスを確認してください', confirm: 'アドレスを確認' },
};

export const signIn: Messages['signIn'] = {
  title: 'サインイン',
  adminTitle: '管理者サインイン',

  reasons: {
    signedOut: 'サインアウトされました。もう一度サインインしてください。',
    reLogin: 'セキュリティのため、もう一度サインインしてください。',
  },
  user: {
    heading: 'ユーザーポータル',
    subtitle: 'ユーザー認証',
    login: 'サインイン',
    register: '新規登録',
    submit: 'サインイン',
    pending: 'サインイン中…',
    done: 'サインインしました',
    failed: 'サインインできませんでした',
    refused: 'ユーザー名またはパスワードが正しくありません。',
    forgotPassword:
      'サポートチームが仮パスワードを発行できます。仮パスワードでサインインし、新しいパスワードを設定してください。',
  },
  admin: {
    heading: '管理者ポータル',
    subtitle: '管理者専用',
    submit: '管理画面を開く',
    pending: '認証中…',
    done: '管理者としてサインインしました',
    failed: '管理者としてサインインできませんでした',
    refused: '管理者の認証情報が正しくありません。',
    forgotPassword:
      'ほかの管理者が、ユーザー管理（User Management）で仮パスワードを発行できます。ほかに管理者がいない場合は、サーバーの運用担当者が「<command/>」で発行できます。',
    backToUserLogin: 'ユーザーのサインインに戻る',
  },
  denied: {
    pageTitle: '管理画面',
    title: 'アクセスできません',
    loading: '管理画面を読み込み中…',
    redirecting: '管理者のアクセス権が必要です。移動しています…',
    privilegesRequired: '管理者権限が必要です',
    role: '現在の役割：ユーザー',
  },
  username: 'ユーザー名',
  password: 'パスワード',
  enterUsername: 'ユーザー名を入力',
  enterPassword: 'パスワードを入力',
  forgotPassword: 'パスワードをお忘れですか？',
  withPasskey: 'パスキーでサインイン',
  or: 'または',
  withSso: 'シングルサインオンでサインイン',

  secondStep: {
    title: 'あと1ステップです',
    description: 'パスワードは正しく入力されました。続いて本人確認をしてください。',
    usePasskey: 'パスキーを使う',
    appCode: '認証アプリのコード',
    recoveryCode: 'リカバリーコード',
    worksOnce: '各コードは1回だけ使えます',
    continue: '次へ',
    checking: '確認中…',
    useRecoveryCode: '代わりにリカバリーコードを使う',
    useAppCode: '認証アプリのコードを使う',
    startOver: '最初からやり直す',
  },

  noRegistration: {
    title: 'アカウントはサポートチームが作成します',
    description:
      'アカウントをご希望の場合は、お名前とメールアドレスを添えてサポートチームにご連絡ください。サポートチームがアカウントを作成し、サインインに必要な情報をお送りします。',
    copyContact: 'サポートの連絡先をコピー',
  },
  register: {
    email: 'メールアドレス',
    emailHint: '確認のためのコードをメールでお送りします',
    firstName: '名',
    lastName: '姓',
    optional: '任意',
    passwordHint: (least) => plural('ja', least, { other: '#文字以上' }),
    submit: 'アカウントを作成',
    pending: 'アカウントを作成中…',
    haveCode: 'メールでコードを受け取りましたか？<link>メールアドレスを確認</link>',
    done: 'アカウントを作成しました',
    doneUnverified: {
      title: '登録しました',
      description: 'お送りしたメールを開き、アカウントの確認を完了してください。',
    },
    failed: '登録できませんでした',
    failedReason: 'アカウントを作成できませんでした。',
  },
  verifyEmail: {
    title: 'メールアドレスの確認',
    subtitle: 'アカウントの作成まであと1ステップです',
    backToLogin: 'サインインに戻る',
    sentTo: '次のアドレスにメールを送信しました：<email/>',
    enterCode: 'お送りしたメールに記載されたコードを入力するか、メールのリンクを開いてください。',
    code: '確認コード',
    codeHint: 'メールのリンクを開くと自動的に入力されます',
    codeFilledIn: '開いたリンクから入力されました',
    codeMissing: 'お送りしたメールに記載されたコードを入力してください。',
    submit: 'メールアドレスを確認',
    pending: '確認中…',
    done: 'メールアドレスを確認しました。サインインできます。',
    failed: '確認できませんでした',
    invalid: '確認コードが正しくありません。',
  },
  resend: {
    title: 'メールがまだ届きませんか？',
    description: '届くまでに数分かかることがあります。迷惑メールフォルダもご確認ください。メールの送信元：<sender/>',
    email: 'メールアドレス',
    emailHint: 'このブラウザで登録に使ったアドレス',
    noAddress: '再送信先のメールアドレスがわかりません。',
    submit: '確認メールを再送信',
    pending: '送信中…',
    done: '確認メールを再送信しました',
    failed: '確認メールを再送信できませんでした',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'お使いのシングルサインオンのアカウントは、このポータルのアカウントと連携されていません。パスワードでサインインし、アカウントのページで連携してください。',
  suspended: 'アカウントは利用停止中です。サポートチームにご連絡ください。',
  'second-factor': 'パスワードと2段階認証でサインインしてください。',
  cancelled: 'シングルサインオンはキャンセルされました。',
  expired: 'シングルサインオンに時間がかかりすぎたか、別のブラウザで開始されています。もう一度お試しください。',
  failed: 'シングルサインオンに失敗しました。もう一度試すか、パスワードでサインインしてください。',
  unavailable:
    '現在、シングルサインオンを利用できません。しばらくしてからもう一度試すか、パスワードでサインインしてください。',
  taken: 'このシングルサインオンのアカウントは、すでにこのポータルの別のアカウントと連携されています。',
};

export const account: Messages['account'] = {
  goToAccount: 'アカウントに移動',
  saving: '保存中…',

  home: {
    title: 'アカウント',
    standing: { online: 'オンライン', suspended: '利用停止中', needs_auth: '要認証' },
    adminPanel: {
      title: '管理画面',
      admin: 'ユーザー、ゲスト、設定',
      helper: 'ヘルパーとしてできること',
      manager: 'マネージャーとしてできること',
      auditor: '監査担当者としてできること',
      open: '管理画面を開く',
    },
    details: { title: '登録情報', text: 'お名前と連絡先', open: '登録情報を更新' },
    language: { title: '言語', text: 'ページとメールの言語', notSaved: '言語を保存できませんでした' },
    profile: {
      title: 'プロフィールの完成',
      text: 'プロフィールを完成させる方法',
      open: 'プロフィールを完成させる',
    },
    terms: { title: '利用規約への同意', text: 'このポータルの利用規約', open: '利用規約を読む' },
    email: {
      title: 'メールアドレス',
      none: '未登録です。追加すると、アカウントの変更についてお知らせできます。',
    },
    password: {
      title: 'パスワード',
      text: '変更すると、ここ以外のすべての場所でサインアウトされます',
      change: 'パスワードを変更',
      description: 'ここではサインインしたままです。ほかの場所ではすべてサインアウトされます。',
    },
    signOut: { title: 'サインアウト', text: 'このブラウザのセッションを終了します' },
  },

  picture: {
    title: '画像',
    text: '名前の横に表示されます',
    add: '画像を追加',
    change: '画像を変更',
    remove: '削除',
    saved: '画像を保存しました',
    removed: '画像を削除しました',
    notSaved: '画像を保存できませんでした',
    notRemoved: '画像を削除できませんでした',
  },

  email: {
    add: 'メールアドレスを追加',
    change: 'メールアドレスを変更',
    description:
      '新しいアドレスがご本人のものであることを確認するため、そのアドレスにコードをメールでお送りします。コードを入力するまで、何も変更されません。',
    openToAdd: 'アドレスを追加',
    openToChange: 'アドレスを変更',
    notLoaded: '入力待ちのコードがあるかどうかを確認できませんでした。',
    newAddress: '新しいメールアドレス',
    sendCode: 'コードを送信',
    sending: '送信中…',
    codeNotSent: 'コードを送信できませんでした',
    onItsWay: '次のアドレスにコードをお送りしています：<email/>',
    code: 'メールに記載されたコード',
    codeExpired: 'このコードは有効期限が切れています。別のコードを送信してください。',
    codeExpires: (time) => `有効期限まであと${time}`,
    confirm: 'アドレスを確認',
    confirming: '変更中…',
    sendAnother: '別のコードを送信',
    anotherSent: { title: 'コードを送信しました', text: '以前のコードは使えなくなりました。' },
    useAnother: '別のアドレスを使う',
    changed: {
      title: 'メールアドレスを変更しました',
      text: (email) => `今後、アカウントに関するメールは${email}に届きます。`,
    },
    notChanged: 'アドレスを変更できませんでした',
  },

  sso: {
    title: 'シングルサインオン',
    text: 'パスワードなしでこのポータルにサインインできます',
    textOf: (provider) => `${provider}のアカウントを使って、このポータルのパスワードなしでサインインできます`,
    notLoaded: '連携されているかどうかを確認できませんでした',
    neverUsed: (provider, since) => `${provider}と連携中（${since}から）・未使用`,
    lastUsed: (provider, since, used) => `${provider}と連携中（${since}から）・最終使用：${used}`,
    link: '連携',
    linking: '連携中…',
    linked: 'シングルサインオンを連携しました',
    notLinked: 'シングルサインオンを連携できませんでした',
    unlink: '連携を解除',
    unlinkTitle: 'シングルサインオンの連携を解除しますか？',
    unlinkText: (provider) =>
      `${provider}のアカウントではこのポータルにサインインできなくなります。代わりにパスワードをお使いください。`,
    unlinked: 'シングルサインオンの連携を解除しました',
    notUnlinked: 'シングルサインオンの連携を解除できませんでした',
  },

  factors: {
    title: '2段階認証',
    description: 'サインインのとき、パスワードの後に求められます',
    on: 'オン',
    off: 'オフ',
    loading: '2段階認証の手段を読み込み中…',
    notLoaded: '2段階認証の手段を読み込めませんでした。',
    none: 'パスワードを知った人は誰でも、あなたのアカウントにサインインできます。パスキーまたはスマートフォンの認証アプリを追加すると、パスワードだけではサインインできなくなります。',
    addPasskey: 'パスキーを追加',
    addApp: '認証アプリを追加',
    passkeyUsed: 'パスキー（追加日：<day/>）・最終使用：<ago/>',
    passkeyNeverUsed: 'パスキー（追加日：<day/>）・未使用',
    renamePasskey: (name) => `パスキー「${name}」の名前を変更`,
    removePasskey: (name) => `パスキー「${name}」を削除`,
    app: '認証アプリ',
    appAdded: '追加日：<day/>',
    removeApp: '認証アプリを削除',
    recoveryCodes: 'リカバリーコード',
    noCodesLeft: '残っていません。新しいコードを作成してください。',
    codesLeft: (left, all) => `残り${left}個（全${all}個）。各コードは1回だけ使えます。`,
    newCodes: '新しいコードを作成',
    added: { title: '2段階認証の手段を追加しました', text: 'サインインに使えるようになりました。' },
  },

  removeFactor: {
    passkeyTitle: 'パスキー「<name/>」を削除',
    appTitle: '認証アプリを削除',
    isLast:
      'これは唯一の2段階認証の手段です。削除すると、パスワードだけでサインインできるようになり、リカバリーコードも削除されます。',
    isNotLast: '今後、サインインには使えなくなります。ほかの2段階認証の手段はそのまま残ります。',
    removePasskey: 'パスキーを削除',
    removeApp: '認証アプリを削除',
    passkeyRemoved: 'パスキーを削除しました',
    appRemoved: '認証アプリを削除しました',
    notRemoved: '削除できませんでした',
  },

  passkey: {
    addTitle: 'パスキーを追加',
    addText:
      'デバイスで、指紋、顔、またはPINによる確認を求められます。これらの情報がデバイスの外に出ることはありません。',
    name: '名前',
    nameHint: '一覧で見分けるための名前',
    androidPhone: 'Androidスマートフォン',
    windowsComputer: 'Windowsパソコン',
    thisComputer: 'このパソコン',
    add: 'パスキーを追加',
    adding: 'デバイスの案内に従ってください…',
    notAdded: {
      title: 'パスキーを追加できませんでした',
      text: 'パスキーは追加されませんでした。このアカウントのパスキーが、すでにデバイスにある可能性があります。',
    },
    renameTitle: 'パスキーの名前を変更',
    renameText: 'この名前はご本人にだけ表示されます。',
    rename: '名前を変更',
    renamed: 'パスキーの名前を変更しました',
    notRenamed: 'パスキーの名前を変更できませんでした',
  },

  app: {
    title: '認証アプリを追加',
    text: (seconds) => `オフラインでも、${seconds}秒ごとに新しいコードが表示されます。`,
    qrCode: '認証アプリ用のQRコード',
    scan: 'スマートフォンの認証アプリでこれをスキャンするか、次のキーを認証アプリに入力してください：',
    copyKey: 'キーをコピー',
    keepSecret: 'このキーを持つ人は誰でも、あなたのコードを作成できます。誰にも教えないでください。',
    code: '認証アプリに表示されている現在のコード',
    add: '認証アプリを追加',
    adding: '確認中…',
    notAdded: '認証アプリを追加できませんでした',
  },

  recoveryCodes: {
    title: 'リカバリーコードを保存してください',
    text: 'デバイスをなくした場合、各コードで1回ずつサインインできます。コードは二度と表示されません。',
    label: 'リカバリーコード',
    sheetTitle: (organisation) => `${organisation}のリカバリーコード`,
    sheetText: '各コードは1回だけ使えます。',
    download: 'ダウンロード',
    print: '印刷',
    copy: 'リカバリーコードをコピー',
    keepSafe: 'パスワードと一緒に、または紙で保管してください。2段階認証に使うデバイスには保存しないでください。',
    saved: 'コードを保存しました',
    makeTitle: '新しいリカバリーコードを作成',
    makeText: (count) =>
      `新しいコードが${count}個作成されます。以前のコードは、どこに保存したものであっても使えなくなります。`,
    make: '新しいコードを作成',
    notMade: '新しいリカバリーコードを作成できませんでした',
  },

  sessions: {
    title: 'サインイン中の場所',
    description: '心当たりのないセッションがある場合は、終了してパスワードを変更してください。',
    loading: 'セッションを読み込み中…',
    notLoaded: 'セッションを読み込めませんでした。',
    thisBrowser: 'このブラウザ',
    since: 'サインイン：<time/>',
    sinceAndUsed: 'サインイン：<time/>・最終使用：<ago/>',
    end: '終了',
    endOn: (device) => `${device}のセッションを終了`,
    endOneText:
      'その場所からすぐにサインアウトされます。そこで保存していない作業は失われます。ここではサインインしたままです。',
    endOne: 'セッションを終了',
    endOthersTitle: 'ほかのすべてのセッションを終了',
    endOthersText: (others) =>
      plural('ja', others, {
        other:
          'ほかの#か所からすぐにサインアウトされます。そこで保存していない作業は失われます。ここではサインインしたままです。',
      }),
    endOthers: 'ほかをすべて終了',
    ended: {
      title: 'サインアウトしました',
      text: (sessions) =>
        plural('ja', sessions, { other: '#件のセッションを終了しました。ここではサインインしたままです。' }),
    },
    notEnded: 'サインアウトできませんでした',
  },

  backToAccount: 'アカウントに戻る',

  details: {
    title: '登録情報の更新',
    subtitle: '「自己紹介」以外のすべての項目を入力すると、プロフィールが完成します。',
    loading: '登録情報を読み込み中…',
    notLoaded: '登録情報を読み込めませんでした',
    complete: (since) => `プロフィールは完成しています（${since}から）`,
    incomplete: 'まだ完成していません。',
    missing: (details) => `まだ完成していません。未入力の項目：${details}。`,
    names: {
      firstName: '名',
      lastName: '姓',
      phone: '電話番号',
      dateOfBirth: '生年月日',
      address: '住所',
      city: '市区町村',
      country: '国',
    },
    email: 'メールアドレス',
    emailHint: 'アカウントのページで変更できます。',
    noEmail: 'なし',
    firstName: '名',
    lastName: '姓',
    phone: '電話番号',
    phoneHint: '例：+44 20 7946 0000',
    dateOfBirth: '生年月日',
    halfDate: '年月日をすべて入力するか、空欄のままにしてください。',
    about: '自己紹介',
    aboutHint: '任意',
    address: '住所',
    addressHint: '町名と番地',
    city: '市区町村',
    country: '国',
    save: '登録情報を保存',
    saved: '登録情報を保存しました',
    notSaved: '登録情報を保存できませんでした',
  },

  terms: {
    title: '利用規約',
    subtitle: (organisation) => `${organisation}のポータルの利用規約です。`,
    loading: '利用規約を読み込み中…',
    notLoaded: '利用規約を読み込めませんでした',
    none: {
      title: '利用規約はまだありません',
      text: '同意が必要になったときは、サポートチームからお願いします。',
    },
    label: '利用規約の本文',
    changed: 'このページを開いた後に、利用規約が変更されました。同意する前に、上の新しい本文をお読みください。',
    accept: '利用規約に同意',
    accepting: '同意を送信中…',
    accepted: (time) => `${time}にこの利用規約に同意しました。`,
    notAccepted: '利用規約に同意できませんでした',
  },

  securityCheck: {
    title: 'セキュリティの確認',
    subtitle: '本人確認のため、パスワードを入力してください。',
    password: 'パスワード',
    confirm: 'パスワードを確認',
    confirming: '確認中…',
    done: 'ありがとうございます。パスワードを確認しました。',
    failed: 'セキュリティの確認ができませんでした',
  },

  completeProfile: {
    title: 'プロフィールの完成',
    text: 'プロフィールの完成はサポートチームが担当しています。サポートチームからご連絡します。',
    goBack: 'アカウントに戻る',
  },

  reLogin: {
    pageTitle: '再サインイン',
    title: 'もう一度サインインしてください',
    text: 'ここからサインアウトします。すぐにもう一度サインインできます。',
    askedBy: (organisation) => `${organisation}のサポートチームからのお願いです。`,
    askedByBecause: (organisation, reason) =>
      `${organisation}のサポートチームからのお願いです。サポートチームが示した理由：「${reason}」`,
    stillSignedIn: { title: 'まだサインインしています', text: 'サインアウトできませんでした。' },
  },

  notFound: {
    title: '404 ページが見つかりません',
    text: 'このページは見つかりませんでした。アドレスを確認するか、アカウントに移動してください。',
  },

  newPassword: {
    title: '新しいパスワードの設定',
    text: '現在のパスワードは、仮パスワードであるか、2段階認証なしで使うには短すぎます。続けるには新しいパスワードを設定してください。',
  },

  firstFactor: {
    title: '2段階認証の手段を追加',
    text: 'このアカウントには、パスワード以外の認証も必要です。追加するものを選んで、先に進んでください。',
    passkey: 'このデバイスの指紋、顔、PIN、またはセキュリティキーを使います。最も安全で、最もすばやく使える手段です。',
    app: 'スマートフォンの認証アプリに表示されるコードを、サインインのときに入力します。',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'サインアウト',
    pending: 'サインアウト中…',
    done: 'サインアウトしました',
    failed: 'サインアウトできませんでした',
  },

  password: {
    current: '現在のパスワード',
    new: '新しいパスワード',
    atLeast: (characters) => `${characters}文字以上`,
    atLeastAlone: (characters, withSecondFactor) =>
      `${characters}文字以上（2段階認証を使う場合は${withSecondFactor}文字以上）`,
    confirm: '新しいパスワード（確認）',
    change: 'パスワードを変更',
    changing: '変更中…',
    changed: {
      title: 'パスワードを変更しました',
      own: 'パスワードが更新されました。',
      admin: '管理者パスワードが更新されました。',
    },
    notChanged: 'パスワードを変更できませんでした',
  },

  asked: {
    by: (organisation) => `${organisation}のサポートチームの操作により、このページに移動しました。`,
    reason: 'サポートチームが示した理由：「<reason/>」',
    accountInstead:
      'ここでメールアドレスを確認するのはゲストだけです。サインイン中のため、代わりにアカウントを表示しています。',
    leaveAnytime: 'このページはいつでも離れることができます。',
    leaveAfter: {
      details: '登録情報を保存するか、サインアウトすると、このページを離れることができます。',
      signIn: 'もう一度サインインするか、サインアウトすると、このページを離れることができます。',
      terms: '利用規約に同意するか、サインアウトすると、このページを離れることができます。',
      password: 'パスワードを確認するか、サインアウトすると、このページを離れることができます。',
    },
    leaveWhenEnded:
      'サポートチームがこの案内を終了すると、このページを離れることができます。それまでの間も、サインアウトはできます。',
    over: { title: '先に進めます', text: 'ここでのサポートチームからのお願いは、これですべてです。' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: '本人確認',
  text: (minutes) => `続けるには本人確認をしてください。その後${minutes}分間は、再度お願いすることはありません。`,
  notLoaded: '読み込めませんでした',
  usePasskey: 'パスキーを使う',
  label: { password: 'パスワード', totp: '認証アプリのコード', recoveryCode: 'リカバリーコード' },
  recoveryCodeHint: '各コードは1回だけ使えます',
  use: {
    password: 'パスワードを使う',
    totp: '認証アプリのコードを使う',
    recoveryCode: 'リカバリーコードを使う',
  },
  confirm: '確認',
  confirming: '確認中…',
};

export const devices: Messages['devices'] = {
  unknownDevice: '不明なデバイス',
  browserOnSystem: (browser, system) => `${browser}（${system}）`,
  unknownLocation: '不明',
  localNetwork: 'ローカルネットワーク',
  country: (code) => countryName('ja', code),
  cityInCountry: (city, country) => `${country}、${city}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: '有効なメールアドレスを入力してください。',
  codeTooShort: (least) => `コードは${least}文字以上で入力してください。`,
  notOurCode: 'これは、このポータルのコードではありません。',
  helpReasonMissing: 'お困りの内容を選んでください。',
  tokenMissing: 'トークンのパラメータがありません。',
  credentialsMissing: 'ユーザー名とパスワードの両方を入力してください。',
  captchaMissing: 'CAPTCHA認証を完了してください。',
  appCodeMissing: '認証アプリのコードを入力してください。',
  recoveryCodeMissing: 'リカバリーコードを1つ入力してください。',
  usernameMissing: 'ユーザー名を入力してください。',
  usernameTooLong: (most) => `ユーザー名は${most}文字以内で入力してください。`,
  usernameNotAWord: '空白、スラッシュ、コロンを含まないユーザー名にしてください。',
  usernameSpaces: 'ユーザー名の中で空白を続けて使うことはできません。',
  firstNameTooLong: (most) => `「名」は${most}文字以内で入力してください。`,
  lastNameTooLong: (most) => `「姓」は${most}文字以内で入力してください。`,
  notPlainText: '文字、数字、一般的な句読点や記号だけを使ってください。',
  invisible: '名前に目に見えない文字は使えません。貼り付けずに、もう一度入力してください。',
  verificationCodeMissing: '確認コードを入力してください。',
  currentPasswordMissing: '現在のパスワードを入力してください。',
  passwordTooShort: (least) => `新しいパスワードは${least}文字以上で入力してください。`,
  passwordTooLong: (most) => `パスワードは${most}文字以内で入力してください。`,
  confirmationMissing: '確認のため、新しいパスワードをもう一度入力してください。',
  confirmationDiffers: 'パスワードが一致しません。',
  phoneInvalid: '電話番号を入力してください（例：+44 20 7946 0000）。',
  dateInvalid: '過去の日付を入力してください。',
  tooLong: (most) => plural('ja', most, { other: '#文字以内で入力してください。' }),
  nameMissing: '名前を入力してください。',
  notAPicture: 'JPEG、PNG、WebPなどの画像ファイルを選んでください。',
  pictureFileTooLarge: '20MB以下の画像を選んでください。',
  pictureTooLarge: '画像のサイズは64kB以下にしてください。',
  noBody: 'この呼び出しに本文は指定できません。',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('ja', at)}（UTC）`,
  labelled: '<label/>：<value/>',
  titleAt: '【<organisation/>】<title/>',
  signIn: 'サインイン',
  username: 'ユーザー名',
  facts: {
    requested: 'リクエスト日時',
    time: '日時',
    account: 'アカウント',
    device: 'デバイス',
    location: 'おおよその場所',
    by: '実行者',
    supportTeam: 'サポートチーム',
  },

  code: {
    subject: '【<organisation/>】確認コード',
    title: '確認コード',
    use: (minutes) =>
      plural('ja', minutes, { other: 'メールアドレスを確認するためのコードです。#分後に無効になります。' }),
    rule: 'このコードは「<host/>」でのみ入力してください。このコードは決して誰にも教えないでください。<organisation/>の者がこのコードをお尋ねすることは一切ありません。',
    notYou:
      'お心当たりがない場合は、誰かが自分のアドレスを間違えて入力した可能性があります。何もする必要はありません。このコードがなければ何も起こらず、コードは自動的に無効になります。',
  },

  registration: {
    subject: '【<organisation/>】メールアドレスの確認',
    title: 'メールアドレスの確認',
    asked: 'アカウントの作成をお申し込みいただきました。',
    askedAs: 'ユーザー名「<name/>」でアカウントの作成をお申し込みいただきました。',
    how: 'お申し込みに使ったブラウザで次のページを開き、「メールアドレスを確認」を選んでください：',
    open: 'ページを開く',
    orCode: 'または、元のページで次のコードを入力してください：',
    expires: 'どちらも24時間以内に1回だけ使えます。',
    notYou: 'お心当たりがない場合も、何もする必要はありません。この手順を行わなければ、アカウントは作成されません。',
  },

  knownAddress: {
    subject: '【<organisation/>】すでにアカウントをお持ちです',
    title: 'すでにアカウントをお持ちです',
    why: '誰か（おそらくご本人）が、このメールアドレスでアカウントの作成を申し込みました。すでにアカウントをお持ちです。',
    help: 'サインインの方法がわからない場合は、サポートチームにご連絡ください。',
    notYou: 'お心当たりがない場合も、何もする必要はありません。',
  },

  password: {
    created: {
      subject: '【<organisation/>】アカウントのお知らせ',
      title: 'アカウントのお知らせ',
      why: 'サポートチームがアカウントを作成しました。',
    },
    reset: {
      subject: '【<organisation/>】新しいパスワードのお知らせ',
      title: '新しいパスワードのお知らせ',
      why: 'サポートチームがパスワードをリセットしました。',
    },
    usernameWithoutSpace: 'ユーザー名（空白なしで入力）',
    askForUsername: 'サポートチームにお問い合わせください',
    temporaryPassword: '仮パスワード',
    expires: (days) =>
      plural('ja', days, {
        other: '仮パスワードは#日後に無効になります。その後は、新しい仮パスワードの発行をご依頼ください。',
      }),
    next: '次に、新しいパスワードの設定を求められます。そのパスワードを知るのはご本人だけです。<organisation/>の者がそのパスワードをお尋ねすることは決してありません。',
    notExpected: 'お心当たりがない場合は、サポートチームに知らせ、サインインはしないでください。',
  },

  emailChange: {
    subject: '【<organisation/>】新しいメールアドレスの確認',
    title: '新しいメールアドレスの確認',
    why: '<organisation/>のアカウントにサインインしている人が、そのアカウントでこのメールアドレスを使おうとしています。',
    whyOf:
      '<organisation/>のアカウント「<name/>」にサインインしている人が、そのアカウントでこのメールアドレスを使おうとしています。',
    rule: (minutes) =>
      plural('ja', minutes, {
        other:
          'コードは「<host/>」のご自分のアカウントでのみ入力してください。#分後に無効になります。このコードは決して誰にも教えないでください。<organisation/>の者がこのコードをお尋ねすることは一切ありません。',
      }),
    notYou:
      'お心当たりがない場合は、誰かが自分のアドレスを間違えて入力した可能性があります。何もする必要はありません。このコードがなければ何も変更されず、コードは自動的に無効になります。',
  },

  notices: {
    'new device': {
      title: '新しいサインイン',
      sentence: '新しいブラウザから、お使いのアカウントへのサインインがありました。',
    },
    'second step failed': {
      title: 'サインインを阻止しました',
      sentence:
        '誰かが新しいブラウザでお使いのアカウントのパスワードを入力しましたが、2段階認証は完了しませんでした。このサインインを阻止しました。',
    },
    'password changed': { title: 'パスワードの変更', sentence: 'パスワードが変更されました。' },
    'password reset': {
      title: 'パスワードのリセット',
      sentence: 'サポートチームがパスワードをリセットしました。以前のパスワードは使えなくなりました。',
    },
    'second factor added': {
      title: '2段階認証の手段の追加',
      sentence: 'お使いのアカウントに2段階認証の手段が追加されました。',
    },
    'second factor removed': {
      title: '2段階認証の手段の削除',
      sentence: 'お使いのアカウントから2段階認証の手段が削除されました。',
    },
    'second factor reset': {
      title: '2段階認証のすべての手段の削除',
      sentence: 'サポートチームが、お使いのアカウントから2段階認証の手段をすべて削除しました。',
    },
    'single sign-on linked': {
      title: 'シングルサインオンの連携',
      sentence:
        'シングルサインオンがお使いのアカウントと連携されました。今後、連携先にサインインできる人は誰でも、このポータルのあなたのアカウントにサインインできます。',
    },
    'single sign-on unlinked': {
      title: 'シングルサインオンの連携解除',
      sentence: 'シングルサインオンとお使いのアカウントの連携が解除されました。',
    },
    'e-mail changed': {
      title: 'メールアドレスの変更',
      sentence:
        'お使いのアカウントのメールアドレスが変更されました。今後、アカウントに関するメールは別のアドレスに届きます。',
    },
    'e-mail set': {
      title: 'メールアドレスの変更',
      sentence:
        'アカウントのメールアドレスが、このアドレスに変更されました。今後、そのアカウントに関するメールはここに届きます。',
    },
    'became staff': {
      title: '新しい役割',
      sentence:
        '管理者が、お使いのアカウントに管理画面での役割を付与しました。これまでのパスワード、2段階認証の手段、連携したサインイン、セッションは使えなくなりました。新しい仮パスワードは管理者がお渡しします。',
    },
    'role changed': {
      title: '役割の変更',
      sentence: 'サポートチームが、お使いのアカウントでできることを変更しました。もう一度サインインしてください。',
    },
  },
  notYou: 'ご自身の操作ではない場合や、お心当たりがない場合は、すぐにサポートチームにご連絡ください。',
  noLinks: 'このメールには、意図的にリンクを入れていません。いつもの方法でポータルを開いてください。',

  settings: {
    title: '設定の変更',
    from: '接続元：<ipAddress/>（<location/>）、デバイス：<device/>、日時：<time/>',
    open: '設定を開く',
    advice:
      '合意した内容と違う場合は、元に戻すか、適用される前に取り下げて、変更を行ったアカウントを確認してください。',
    last: '多くの変更が行われています。今後1時間は、このようなメールは送信されません。通知を確認してください。',
  },
  apiKeys: {
    open: 'APIキーを開く',
    advice: '合意した内容と違う場合は、キーを無効にして、操作を行ったアカウントを確認してください。',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'メールアドレスを入力してください',
  codePromptMessage: '確認コードをもう一度入力してください',
  exitMessage: '確認の手続きを完了していただき、ありがとうございます',
  verificationEnded: 'サポートチームがこの確認を終了しました。',
  replies: {
    'check-spam': '迷惑メールフォルダをご確認ください',
    'new-code': 'たった今、新しいコードをお送りしました',
    'check-address': 'メールアドレスをご確認ください',
  },
  termsText: `このポータルを利用することにより、次の内容に同意したものとみなされます。

1. アカウントはご本人だけのものです。パスワードは誰にも教えず、ほかの人に知られた可能性があるときはサポートチームに知らせてください。
2. ポータルは本来の目的にのみ使用し、ほかの利用者を尊重してください。
3. アカウントの安全を守るため、サインインと変更は、日時、IPアドレス、デバイスとともに記録されます。
4. サポートチームは、不正に利用されたアカウントを利用停止にすることがあります。

ご質問がある場合は、同意する前にサポートチームにご連絡ください。`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'リクエストに不足があるか、内容が正しくありません。',
  fieldInvalid: (field) => `「${field}」がないか、正しくありません。`,
  notSignedIn: 'サインインしていません。',
  notAllowed: 'この操作を行う権限がありません。',
  passwordChangeRequired: '先に、ご自分のパスワードを設定してください。',
  secondFactorRequired: '先に、アカウントに2段階認証の手段を追加してください。',
  stepUpNeeded: '続けるには本人確認をしてください。',
  gateClosed: '受け取ったリンクからこのページを開いてください。',
  foreignOrigin: 'このリクエストは、このポータルのページから送信されたものではありません。',
  domainDenied: 'リクエストされたリソースは、このサーバーで見つかりませんでした。',
  domainDeniedCode: 'エラーコード：ドメインへのアクセス拒否',
  notFound: 'このアドレスには何もありません。',
  tooManyRequests: (seconds) =>
    `試行回数が多すぎます。${
      seconds < 60 ? plural('ja', seconds, { other: '#秒' }) : plural('ja', Math.ceil(seconds / 60), { other: '#分' })
    }後にもう一度お試しください。`,
  busy: '現在、サーバーが混み合っています。しばらくしてからもう一度お試しください。',
  unavailable: '現在、サービスを利用できません。しばらくしてからもう一度お試しください。',
  bodyTooLarge: 'リクエストのサイズが大きすぎます。',
  notJson: 'ここではJSON（application/json）だけを受け付けます。',
  malformedRequest: 'リクエストが正しいHTTPではありません。',
  malformedJson: 'リクエストが正しいJSONではありません。',
  internal: 'こちら側で問題が発生しました。しばらくしてからもう一度お試しください。',

  captchaNeeded: 'ロボットではないことを確認してください。確認後にコードをお送りします。',
  captchaRefused: 'CAPTCHAが受け付けられませんでした。CAPTCHA認証をもう一度完了してください。',
  captchaUnavailable: '現在、CAPTCHAのサービスに接続できません。しばらくしてからもう一度お試しください。',
  emailsWait: '送信待ちのメールが多すぎます。1分後にもう一度お試しください。',
  cannotReceiveEmail: (domain) => `${domain}はメールを受信できません。@の後ろの部分を確認してください。`,

  gateTokenInvalid: 'トークンが無効か、有効期限が切れています',
  gateTokenUsed: 'このトークンはすでに使われています',
  guestCode: {
    expired: '確認コードの有効期限が切れました。新しいコードをリクエストしてください。',
    unknown: 'このアドレスのコードはありません。新しいコードをリクエストしてください。',
  },
  accountCode: {
    expired: 'コードの有効期限が切れました。新しいコードをリクエストしてください。',
    unknown: '入力できるコードがありません。新しいコードをリクエストしてください。',
  },
  codeDead: '間違ったコードが何度も入力されました。新しいコードをリクエストしてください。',
  codeWrong: (left) => plural('ja', left, { other: 'コードが正しくありません。あと#回入力できます。' }),
  browserUnknown: 'お使いのブラウザをまだ認識できていません。ページを再読み込みして、もう一度お試しください。',
  noExit: 'このページには終了の案内が表示されていないか、すでに選択が済んでいます。',
  notConfirmedLately:
    '先にメールアドレスを確認してください。確認後15分間は、そのアドレスについて保存されている内容の表示と削除ができます。',
  legalHold: '法的な保全義務があるため、まだ削除できません。サポートチームにお問い合わせください。',

  wrongCredentials: 'ユーザー名またはパスワードが正しくありません。',
  accountSuspended: 'アカウントは利用停止中です。サポートチームにご連絡ください。',
  temporaryPasswordExpired:
    'この仮パスワードは有効期限が切れています。サポートチームに新しい仮パスワードをご依頼ください。',
  signInExpired: '時間がかかりすぎたか、試行回数が多すぎます。もう一度サインインしてください。',
  signInPasskeyRefused: 'このパスキーは受け付けられませんでした。もう一度試すか、パスワードをお使いください。',
  wrongAppCode: 'このコードは正しくないか、すでに使われています。認証アプリに次に表示されるコードを入力してください。',
  wrongRecoveryCode: 'このリカバリーコードは正しくないか、すでに使われています。',
  passkeyRefused: 'このパスキーは受け付けられませんでした。もう一度お試しください。',

  noSelfRegistration: 'アカウントはサポートチームが作成します。',
  usernameTaken: 'このユーザー名はすでに使われています。別のユーザー名を選んでください。',
  emailTaken: 'このメールアドレスのアカウントがすでにあります。',
  registrationCodeInvalid: 'この確認コードは無効か、有効期限が切れています。新しいコードをリクエストしてください。',
  otherBrowser:
    'このコードは、登録に使ったブラウザでのみ使えます。そのブラウザでリンクを開くか、ここでもう一度登録してください。',

  wrongCurrentPassword: '現在のパスワードが正しくありません。',
  wrongPassword: 'パスワードが正しくありません。',
  wrongPasswordTryAgain: 'パスワードが正しくありません。もう一度お試しください。',
  samePassword: '新しいパスワードは、現在のパスワードと異なるものにしてください。',
  passwordNeedsFactor: (least) =>
    `${least}文字未満のパスワードには、2段階認証の手段が必要です。もっと長いパスワードにするか、先にアカウントに2段階認証の手段を追加してください。`,
  passwordCommon: 'このパスワードはよく使われているため、使えません。別のパスワードを設定してください。',
  passwordGuessable: 'このパスワードは、ほかの人が知っている名前に似すぎています。別のパスワードを設定してください。',
  passwordLeaked: 'このパスワードは、過去のデータ漏えいに含まれています。別のパスワードを設定してください。',
  passwordNotEnough: '2段階認証をお使いください。ここではパスワードだけでは不十分です。',
  shortPasswordStandsAlone: (least) =>
    `現在のパスワードは${least}文字未満です。2段階認証なしで使うには短すぎるため、先にもっと長いパスワードを設定してください。`,
  lastSecondFactor:
    'このポータルでは2段階認証が必須で、これは唯一の2段階認証の手段です。先に別の手段を追加してください。',
  secondFactorGone: 'この2段階認証の手段はもう存在しません。',
  appOfferExpired: '時間がかかりすぎました。認証アプリの追加を最初からやり直してください。',
  tooManyPasskeys: (most) => plural('ja', most, { other: 'パスキーは#個まで追加できます。先に1つ削除してください。' }),
  passkeyKnown: 'このパスキーはすでに使われています。',
  nothingToRecover:
    '先に認証アプリまたはパスキーを追加してください。リカバリーコードは、それらをなくしたときに代わりに使うものです。',

  sameEmail: '現在登録されているメールアドレスと同じです。',
  termsChanged: 'その間に利用規約が変更されました。もう一度お読みください。',
  languageNotOffered: 'この言語はここでは提供されていません。',
};
