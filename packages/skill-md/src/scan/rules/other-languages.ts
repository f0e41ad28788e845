import { mayMatch } from '../prefilter/may-match.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'
import { type LanguageWords, languages } from './language-words.ts'

/**
 * Orders in other languages than English, matched on the text itself: folding turns Cyrillic letters into Latin ones.
 * Each needs a verb, a word of scope and an object, for without the scope honest text has the same words.
 */
const overrides: readonly RegExp[] = [
  /\b(?:ignorier|vergiss|vergesst|vergessen|missachte|verwirf|übergeh)\w{0,4}\s(?:\S{1,20}\s){0,3}?(?:bisherig|vorherig|vorig|vorangegangen|vorstehend|obig|früher|sonstig|ursprünglich)\w{0,3}\s(?:\S{1,20}\s){0,2}?(?:anweisung|vorgabe|regel|instruktion|befehl|richtlinie|prompt|system)/iu,
  /(?<!\p{L})(?:ignor[ae]|olvid[ae]|descart[ae]|desobedec\w{1,3}|omit[ea]|haz caso omiso de)\w{0,3}\s(?:\S{1,20}\s){0,3}?(?:instrucciones|reglas|órdenes|directrices|indicaciones|normas)\s(?:\S{1,15}\s){0,2}?(?:anterior|previ|precedente|original|del sistema|de arriba|recibid)/iu,
  /(?<!\p{L})(?:ignor[ea]|esque[cç]a|desconsidere|descarte|desobede[cç]a)\w{0,3}\s(?:\S{1,20}\s){0,3}?(?:instruções|instrucoes|regras|ordens|diretrizes|orientações)\s(?:\S{1,15}\s){0,2}?(?:anterior|prévi|precedente|origina|do sistema|acima|recebid)/iu,
  /(?<!\p{L})(?:ignora|dimentica|scarta|trascura|disattendi|non considerare)\w{0,2}\s(?:\S{1,20}\s){0,3}?(?:istruzioni|regole|ordini|direttive|indicazioni)\s(?:\S{1,15}\s){0,2}?(?:precedent|anterior|original|del sistema|di sistema|sopra|ricevut)/iu,
  /(?<!\p{L})(?:ignore[rz]?|oubli(?:e[rz]?|ons)|ne tiens? pas compte de|méprise[rz]?|fais abstraction de)\s(?:\S{1,20}\s){0,3}?(?:instructions|consignes|règles|ordres|directives)\s(?:\S{1,15}\s){0,2}?(?:précédent|antérieur|préalable|d'origine|du système|système|ci-dessus|reçu)/iu,
  /(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не обращай(?:те)? внимания на)\s(?:\S{1,20}\s){0,3}?(?:предыдущ|прежни|прошл|предшествующ|вышеизложенн|системн|изначальн|ранее)\S{0,6}\s(?:\S{1,20}\s){0,2}?(?:инструкци|указани|правил|команд|распоряжени|настройк|промпт)/iu,
  /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不用理会|抛弃)[^。\n]{0,12}?(?:之前|以前|先前|此前|上面|以上|前面|原有|系统|系統|所有)[^。\n]{0,10}?(?:指令|指示|提示词|提示|规则|規則|命令|要求|约束)/u,
  /(?:これまで|以前|前|上記|上|先|すべて|全て|元|システム)(?:の|に|まで)?[^。\n]{0,14}?(?:指示|命令|ルール|プロンプト|規則|制約)[^。\n]{0,8}?(?:無視|忘れ|破棄|従わない)/u,
  /(?:이전|앞|기존|위|지금까지|시스템|모든)(?:의|에|서|까지)?[^.\n]{0,14}?(?:지시|명령|규칙|지침|프롬프트|설정)[^.\n]{0,10}?(?:무시|잊어|잊으|따르지\s?마|폐기)/u,
  /(?<!\p{L})(?:missachte|ignoriere?|vergiss|vergesst)\s(?:den|die|das|alle|deinen?)\s(?:system-?\s?prompt|systemanweisung|systemnachricht)/iu,
  /(?:bisherig|früher|vorherig|ursprünglich)\w{0,3}\s(?:richtlinien|regeln|anweisungen|vorgaben)\s(?:\S{1,20}\s){0,4}?(?:gelten|zählen)\s(?:\S{1,20}\s){0,3}?nicht/iu,
  /(?<!\p{L})(?:olvid|ignor)\w{1,3}\s(?:el|los|la|las|tu|tus)\s(?:mensajes?|prompts?|instrucciones|indicaciones)\s(?:del|de)\s(?:sistema|desarrollador)/iu,
  /(?<!\p{L})(?:önceki|yukarıdaki|sistem)\s(?:\S{1,20}\s){0,2}?(?:talimat|kural|yönerge|komut)\S{0,8}\s(?:yok say|unut|dikkate alma|görmezden gel)/iu,
  /(?<!\p{L})(?:z?ignoruj|zapomnij|pomiń)\S{0,3}\s(?:\S{1,20}\s){0,2}?(?:poprzedni|wcześniejsz|dotychczasow|systemow)\S{0,4}\s(?:instrukcj|polece|zasad|reguł|wytyczn)/iu,
  /(?<!\p{L})(?:negeer|vergeet|verwerp)\s(?:\S{1,20}\s){0,2}?(?:eerdere|vorige|voorgaande|bovenstaande)\s(?:instructies|regels|opdrachten|aanwijzingen)/iu,
  /(?:bỏ qua|phớt lờ|quên)\s(?:\S{1,10}\s){0,4}?(?:hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|lệnh)\s(?:\S{1,10}\s){0,2}?(?:trước|ở trên|hệ thống)/iu,
  /(?:تجاهل|انسَ?)\s(?:\S{1,15}\s){0,2}?(?:التعليمات|الأوامر|القواعد|الإرشادات)\s(?:\S{1,15}\s)?(?:السابقة|أعلاه|النظام)/u,
  /(?:पिछले|पूर्व|ऊपर के)\s(?:\S{1,12}\s){0,2}?(?:निर्देश|नियम|आदेश)\S{0,4}\s(?:\S{1,8}\s)?(?:अनदेखा|नज़रअंदाज़|भूल)/u,
]
const conceals: readonly RegExp[] = [
  /(?:verheimliche?|verschweige?|verbirg|verberge)\s(?:\S{1,20}\s){0,2}?(?:benutzer|nutzer|anwender)\S{0,2}(?!\p{L})/iu,
  /(?<!\p{L})(?:oculta|escond[ea]|encubre)\S{0,3}\s(?:\S{1,20}\s){0,3}?(?:al|del|a la|para el|do|ao)\s(?:usuario|usuário)(?!s)/iu,
  /(?:скрой|скрывай|утаи)(?:те)?\s(?:\S{1,20}\s){0,3}?от\s(?:пользователя|человека|оператора)(?!\p{L})/iu,
  /(?:无需|不必|不用|不要)[^。\n]{0,4}?(?:征得|经过|请求|询问|征求)[^。\n]{0,4}?(?:用户|使用者|用戶)[^。\n]{0,12}?(?:执行|运行|保密|继续)/u,
  /(?:sage?|sagt|erzähle?|verrate?|teile?|zeige?|berichte?|informiere?|erwähne?)\s(?:\S{1,20}\s){0,3}?(?:(?:benutzer|nutzer|anwender|menschen|person)\S{0,4})\s(?:\S{1,20}\s){0,4}?(?:nichts|nicht|niemals|nie|kein\w{0,2})(?!\p{L})|(?:ohne)\s(?:\S{1,15}\s){0,2}?(?:benutzer|nutzer|anwender)\s(?:\S{1,15}\s){0,2}?zu\s(?:informieren|fragen|sagen)|erwähne?\s(?:\S{1,15}\s){0,4}?(?:nicht|niemals|nie)\s(?:gegenüber\s)?(?:dem|der)\s(?:benutzer|nutzer|anwender)/iu,
  /(?<!\p{L})(?:no|nunca|jamás)\s(?:le|se lo|lo|les)?\s?(?:digas?|diga|cuentes?|menciones?|informes?|reveles?|muestres?|avises?)\s(?:\S{1,20}\s){0,4}?(?:usuario|humano|persona)(?!s)/iu,
  /(?<!\p{L})(?:não|nunca|jamais)\s(?:\S{1,8}\s)?(?:diga|conte|mencione|informe|revele|mostre|avise)\s(?:\S{1,20}\s){0,4}?(?:usuário|utilizador|humano|pessoa)(?!s)/iu,
  /(?<!\p{L})(?:non|mai)\s(?:\S{1,8}\s)?(?:dire|dirlo|rivelare|menzionare|informare|mostrare|avvisare|comunicare)\s(?:\S{1,20}\s){0,4}?(?:utente|all'utente|l'utente|umano|persona)(?!\p{L})/iu,
  /(?<!\p{L})ne\s(?:le\s|l'|lui\s)?(?:dis|dites|mentionne[rz]?|révèle[rz]?|informe[rz]?|montre[rz]?|signale[rz]?|parle[rz]?)\s(?:pas|jamais|rien)\s(?:\S{1,20}\s){0,4}?(?:à\s)?l['’ ]?\s?(?:utilisateur|humain)/iu,
  /(?:не|никогда не)\s(?:сообщай|говори|рассказывай|упоминай|показывай|раскрывай|уведомляй|информируй)(?:те)?\s(?:\S{1,20}\s){0,4}?(?:пользовател(?:ю|я|ь)|человеку|оператору)(?!\p{L})/iu,
  /(?:不要|不得|别|切勿|禁止|勿|绝不)[^。\n]{0,6}?(?:告诉|告知|通知|提示|提及|透露|让)[^。\n]{0,6}?(?:用户|使用者|用戶)[^。\n]{0,10}?(?:你|这|此|该|执行|知道|步骤|操作|发送|上传|文件)/u,
  /(?:ユーザー?|利用者|使用者)(?:に|には|へ)[^。\n]{0,14}?(?:知らせない|伝えない|言わない|報告しない|通知しない|明かさない|見せない|教えない|気づかれない)/u,
  /(?:사용자|유저)(?:에게|한테|께|가)[^.\n]{0,16}?(?:알리지|말하지|보고하지|공개하지|언급하지|모르게|눈치채지)/u,
]

export const otherLanguages: SegmentRule = {
  id: 'prompt.other-language',
  severity: 'high',
  message:
    'It tells the model, in another language, to drop its instructions or to hide what it does.',
  attack: 'Gets past readers and filters that look for English only.',
  fix: 'Say what to do; other instructions stay in force, and the user may know everything.',
  on: ['prose', 'comment', 'frontmatter', 'code'],
  find: orders,
}

function* orders(segment: Segment): Generator<Match> {
  const { kind, text } = segment
  const plain = text.replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
  let isFound = false
  for (const pattern of [...overrides, ...conceals]) {
    const found = mayMatch(pattern, segment) && pattern.exec(plain)
    if (!found) continue
    isFound = true
    yield { at: text === plain ? found.index : 0, length: found[0].length }
  }
  if (isFound || kind === 'code') return
  const possible = languages.filter((words) => mayOrder(words, segment))
  for (const match of sentencesThatOrder(plain, possible)) {
    yield text === plain ? match : { ...match, at: 0 }
  }
}

function mayOrder({ object, neglect, person, hides }: LanguageWords, segment: Segment): boolean {
  const mayAll = (...words: readonly RegExp[]) => words.every((one) => mayMatch(one, segment))
  return mayAll(object, neglect) || mayAll(person, hides)
}

const sentence = /[^.!?;。！？；؟\n]{6,300}/g
/** A word or two between commas, which part no order. */
const aside = /[,，、][^,，、]{1,18}[,，、]/g
const maxMatches = 5

/** Sentences with the words of an order in any sequence, of one language. */
function* sentencesThatOrder(text: string, mayBe: readonly LanguageWords[]): Generator<Match> {
  const possible = mayBe.filter(
    (words) =>
      (words.object.test(text) && words.neglect.test(text)) ||
      (words.person.test(text) && words.hides.test(text)),
  )
  if (possible.length === 0) return
  let count = 0
  for (const { 0: found, index } of text.matchAll(sentence)) {
    if (!possible.some((words) => isOrder(words, found))) continue
    yield { at: index, length: found.length }
    count += 1
    if (count >= maxMatches) return
  }
}

function isOrder({ neglect, object, scope, hides, person }: LanguageWords, text: string): boolean {
  if (person.test(text) && hides.test(text)) return true
  if (!scope.test(text) || !object.test(text)) return false
  const clauses = text.replace(aside, ' ').split(/[,，、]/)
  return clauses.some((clause) => neglect.test(clause) && object.test(clause))
}
