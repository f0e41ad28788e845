/** Words of one language, as beginnings or whole, for an order that takes other orders back or hides something. */
export interface LanguageWords {
  /** Not to follow any more. */
  readonly neglect: RegExp
  /** What had been said. */
  readonly object: RegExp
  /** Which of it: what came before, or that of the system. */
  readonly scope: RegExp
  /** That something is kept from a person. */
  readonly hides: RegExp
  /** The one person who uses the agent. */
  readonly person: RegExp
}

/** The person in the dative or behind a preposition; several of them are no one. */
export const languages: readonly LanguageWords[] = [
  {
    neglect:
      /ignorier|vergiss|vergess|missacht|verwirf|verwerf|übergeh|außer acht|(?:beacht|befolg|folg)\S{0,4}\s.{0,60}?\bnicht(?:\smehr)?(?!\p{L})|(?:gelten|zählen)\s.{0,20}?nicht/iu,
    object:
      /anweisung|vorgabe|regeln|instruktion|befehl|richtlinie|system-?prompt|systemnachricht/iu,
    scope:
      /bisherig|vorherig|(?<!\p{L})vorig|vorangegang|früher|(?<!\p{L})obig|zuvor|vorher|ursprünglich|system|(?<!\p{L})ab (?:jetzt|sofort)|nur noch/iu,
    hides:
      /heimlich|verheimlich|verschweig|geheim\S{0,2} (?:vor|gegenüber)|hinter dem rücken|ohne (?:das )?wissen|(?:darf|soll|muss)\s(?:davon\s|hiervon\s|darüber\s|es\s){0,2}(?:nichts|nicht|nie)\s.{0,30}?(?:erfahren|wissen|merken|bemerken)/iu,
    person: /(?<!\p{L})(?:benutzer|nutzer|anwender)(?:s|n|in)?(?!\p{L})/iu,
  },
  {
    neglect:
      /(?<!\p{L})(?:ignor[ae]|olvid[ae]|descart[ae]|desobede[cz]|haz caso omiso|no (?:hagas|haga) caso|no (?:sigas|obedezcas|respetes|tengas en cuenta)|ya no (?:valen|aplican|cuentan))/iu,
    object:
      /instruccion|(?<!\p{L})reglas?(?!\p{L})|órdenes|directric|indicacion|(?<!\p{L})normas(?!\p{L})/iu,
    scope:
      /anterior|previ[ao]s|(?<!\p{L})antes(?!\p{L})|del sistema|original|recib|hasta ahora|únicamente|a partir de ahora/iu,
    hides:
      /a escondidas|en secreto|sin que\s.{0,40}?(?:se entere|lo sepa|lo note)|sin (?:decir|avisar|informar)|no (?:debe|puede)\s.{0,12}?(?:enterarse|saber)/iu,
    person: /(?<!\p{L})(?:al|el|del)\s(?:usuario|humano)(?!\p{L})/iu,
  },
  {
    neglect:
      /(?<!\p{L})(?:ignor[ea]|esque[cç]a|desconsider|descart[ea]|desobede[cç]|não (?:siga|obedeça|leve em conta|considere))/iu,
    object: /instruç|(?<!\p{L})regras(?!\p{L})|(?<!\p{L})ordens(?!\p{L})|diretriz|orientaç/iu,
    scope:
      /anterior|prévi|(?<!\p{L})antes(?!\p{L})|do sistema|origina|recebid|até agora|a partir de agora/iu,
    hides:
      /às escondidas|em segredo|sem que\s.{0,40}?(?:saiba|perceba)|sem (?:avisar|informar|dizer)|não (?:deve|pode)\s.{0,12}?saber/iu,
    person: /(?<!\p{L})(?:ao|o|do)\s(?:usuário|utilizador)(?!\p{L})/iu,
  },
  {
    neglect:
      /(?<!\p{L})(?:ignora(?:re|te)?(?!\p{L})|dimentica|scarta|trascura|disattend|non (?:considerare|seguire|tenere conto|tener conto|rispettare))/iu,
    object: /istruzion|(?<!\p{L})regole(?!\p{L})|(?<!\p{L})ordini(?!\p{L})|direttiv|indicazion/iu,
    scope:
      /precedent|anterior|original|d[ei]l? sistema|ricevut|finora|(?<!\p{L})prima(?!\p{L})|d'ora in poi/iu,
    hides:
      /di nascosto|in segreto|all'insaputa|senza (?:dir|avvisar|informar)|non (?:deve|dire)\s.{0,20}?(?:sapere|accorgersi|niente|nulla)/iu,
    person: /(?:dell'|all'|l')utente(?!\p{L})/iu,
  },
  {
    neglect:
      /(?<!\p{L})(?:ignore[rz]?(?!\p{L})|oubli(?:e[rz]?|ons)|ne (?:tiens|tenez|suis|suivez|respecte[rz]?) (?:pas|plus)|fais abstraction|faites abstraction|méprise|ne (?:comptent|valent) plus)/iu,
    object: /instruction|consigne|(?<!\p{L})règles?(?!\p{L})|(?<!\p{L})ordres(?!\p{L})|directive/iu,
    scope:
      /précédent|antérieur|préalable|d'origine|système|ci-dessus|reçu|auparavant|(?<!\p{L})avant(?!\p{L})|désormais/iu,
    hides:
      /à l'insu|en cachette|en secret|sans (?:le |l'|en )?(?:dire|avertir|informer|prévenir)|ne doit (?:pas|rien|jamais) (?:le )?savoir/iu,
    person: /(?:de|à)?\s?l['’]utilisateur(?!\p{L})/iu,
  },
  {
    neglect:
      /игнорир|забудь|отбрось|не (?:обращай|следуй|выполняй|учитывай|соблюдай)|больше не (?:действу|име)/iu,
    object: /инструкци|указани|правил|команд|распоряжени|промпт|установк/iu,
    scope: /предыдущ|прежни|прошл|предшеству|вышеизлож|систем|изначальн|ранее|раньше|отныне|выше/iu,
    hides:
      /тайно|втайне|незаметно|без ведома|скры(?:й|ва)|не долж(?:ен|на)\s.{0,30}?(?:узна|знать|замет|увид)/iu,
    person: /пользовател(?:ь|ю|я)(?!\p{L})/iu,
  },
  {
    neglect:
      /忽略|无视|無視|忘记|忘記|忘掉|不要理会|不用理会|不必遵守|不再遵守|不要遵守|抛开|作废|失效|别管/u,
    object: /指令|指示|提示词|规则|規則|命令|约束|规定|设定/u,
    scope: /之前|以前|先前|此前|上面|以上|前面|原有|系统|系統|从现在起|只听|只按|只遵/u,
    hides: /保密|隐瞒|隱瞞|瞒着|偷偷|悄悄|暗中|不让|别让|不能让|不被/u,
    person: /(?:对|向|让|被|瞒着|跟|給|给)(?:用户|使用者|用戶)/u,
  },
  {
    neglect: /無視|忘れ(?:て|ろ)|破棄|従わな|従う(?:な|必要)/u,
    object: /指示|命令|ルール|プロンプト|規則|制約/u,
    scope: /これまで|以前|前の|上記|システム|今まで|元の|今後/u,
    hides: /内緒|こっそり|秘密に|気づかれな|知られな|知らせず|伝えず|言わず|黙って/u,
    person: /(?:ユーザー?|利用者|使用者)(?:に|には|の|へ)/u,
  },
  {
    neglect: /무시|잊어|잊고|잊으|따르지\s?(?:마|말)|폐기/u,
    object: /지시|명령|규칙|지침|프롬프트/u,
    scope: /이전|기존|지금까지|시스템|앞선|앞서|위의/u,
    hides: /몰래|비밀로|모르게|알리지\s?(?:마|말|않)|숨기/u,
    person: /사용자(?:\s|에게|한테|가|의|께)|유저(?:\s|에게|한테|가)/u,
  },
]
