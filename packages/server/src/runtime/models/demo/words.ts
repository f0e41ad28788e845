const stopWords = new Set(
  `a about again all am an and any are as at be been but by can could did do does done for from get give go
   had has have he help her here hi hello him his how i if in into is it its just know let like lot make many
   may me more most much must my need new no not now of off ok okay on one only or our out over own please
   same say see she should so some still such tell than thank thanks that the their them then there these they
   this those through to too try up us use using very want was way we well were what when where which while who
   why will with would wrong you your yours skill skills enable enabled disable stop turn really thing things
   today time work working look looking find show someone something anything before after during against best
   good better next also both two three first within once without
   der die das den dem des ein eine einen einem einer eines und oder ist sind war hat haben wir uns unser unsere ich mich mir
   du dich dir er sie es ihr man mit von vom zu zum zur im in am auf aus bei nach seit für über wie was wer wo
   welche welcher welches bitte kann kannst können soll sollen muss nicht kein keine auch noch nur mal`.split(
    /\s+/,
  ),
)

/** Words that say what to do with a subject, and name none: they weigh little. */
const weakWords = new Set(
  stems(
    `add analyse analyze answer app application build change check choose compare configure create debug design
     develop draft draw explain fix generate handle implement improve keep learn list manage migrate organise
     organize plan prepare project read report review run safe send set simple start structure suggest teach team train
     update version write company user customer people product business page tool file code model server name long
     problem question idea guide play call`,
  ),
)

/** Stems of the meaningful words of a text, without duplicates. */
export function keywordsOf(text: string): readonly string[] {
  // `A/B` and `N+1` are words, although their letters are not.
  const joined = text
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}])[/+&]([\p{L}\p{N}])(?![\p{L}\p{N}])/gu, '$1$2')
  const words = joined.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem))]
}

/** How much a keyword tells about the subject, from 0 to 1. */
export function weightOf(keyword: string): number {
  if (/^\d+$/.test(keyword)) return 0.1
  return weakWords.has(keyword) ? 0.3 : 1
}

/** Enough for slow/slowly/slows, lock/locks/locking, plan/planning. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<!s)s$/u, '')
  return word.replace(/(?:ings?|ly|ed|es|s|e)$/u, '').replace(/([bdgmnprt])\1$/u, '$1')
}

function stems(words: string): readonly string[] {
  return words.trim().split(/\s+/).map(stem)
}

/** True for stems of the same word, such as `signific` and `significant`. */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 5 && long.length - short.length <= 4 && long.startsWith(short)
}
