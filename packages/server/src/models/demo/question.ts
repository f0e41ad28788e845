/** What the person wants, judged by keywords only. */
export interface Question {
  readonly text: string
  /** Stems of the meaningful words, without duplicates, in order. */
  readonly keywords: readonly string[]
  readonly wants: 'answer' | 'disable' | 'list'
  /** The message mentions skills, not only a verb such as "disable". */
  readonly namesSkills: boolean
  /** `disable`: all skills. */
  readonly all: boolean
}

const disableVerbs =
  /^(?:(?:please|now|ok|okay|thanks?|and|then|can you|could you)[\s,.!]+)*(?:disable|deactivate|unload|drop|remove|turn off|switch off|stop using|put away)\b/i
const disableAnywhere = /\b(?:disable|deactivate|unload|turn off|switch off|stop using)\b/i
const listing =
  /\b(?:which|what|list|show)\b.{0,200}\bskills?\b.{0,200}\b(?:enabled|active|in use|loaded|using|on)\b|\b(?:list|show)\b.{0,200}\b(?:enabled|active|loaded)\b.{0,200}\bskills?\b|\bskills?\b.{0,200}\bbudget\b|\bbudget\b.{0,200}\bskills?\b/i

const stopWords = new Set(
  `a about again all am an and any are as at be been but by can could did do does done for from get give go
   had has have he help her here hi hello him his how i if in into is it its just know let like lot make many
   may me more most much must my need new no not now of off ok okay on one only or our out over own please
   same say see she should so some still such tell than thank thanks that the their them then there these
   they this those to too try up us use using very want was way we well were what when where which while who
   why will with would wrong you your yours skill skills enable enabled disable stop turn really thing things
   today time work working look looking find show someone something anything`.split(/\s+/),
)

/** Parses the message. Pure. */
export function readQuestion(text: string): Question {
  const saysSkill = /\bskills?\b/i.test(text)
  const disables = disableVerbs.test(text) || (saysSkill && disableAnywhere.test(text))
  const wants = disables ? 'disable' : listing.test(text) ? 'list' : 'answer'
  const all = disables && /\b(?:all|every|everything|both)\b/i.test(text)
  return { text, keywords: keywordsOf(text), wants, namesSkills: saysSkill || all, all }
}

/** Stems of the meaningful words of a text, without duplicates. */
export function keywordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem))]
}

/** Enough for slow/slowly/slows, lock/locks/locking. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ly|ed|es|s)$/u, '') : word.replace(/s$/u, '')
}
