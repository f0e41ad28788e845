import { keywordsOf } from './words.ts'

/** What the person wants, judged by keywords only. */
export interface Question {
  readonly text: string
  /** Stems of the meaningful words, without duplicates, in order. */
  readonly keywords: readonly string[]
  /** The stems to quote a skill by; after "use page-cro" also those of the message before. */
  readonly passage: readonly string[]
  /** `list`: what is enabled here. `skills`: which skills there are. */
  readonly wants: 'answer' | 'disable' | 'list' | 'skills'
  /** What stands after "use", where the message begins by asking for a skill by name. */
  readonly toUse: string | null
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

/** A message that asks for skills, in English, German or Chinese. */
const asking = /\b(?:which|what|list|show|tell|how|welche[nrs]?|was|zeige?|nenne?|liste)\b/i
const abilities =
  /\b(?:skills?|capabilit(?:y|ies)|abilit(?:y|ies)|fähigkeiten|can you (?:do|help)|do you do|kannst du)\b/i
const askingInChinese = /(?:哪些|什么)技能|你(?:会|能)(?:做)?什么/
/** What such a message may say besides; with any other word it asks for skills about something. */
const besides = new Set(
  keywordsOf(
    'list available exist existing offer installed library capability abilities capabilities ability fähigkeiten zeig zeige nenne liste alle alles gibt hier hast habt tun machen helfen wobei zur verfügung',
  ),
)

const using =
  /^(?:(?:please|now|ok|okay|then|and|yes|bitte|ja|can you|could you)[\s,.!]+)*(?:use|activate|enable|load|apply|nutze|benutze|verwende|aktiviere|lade)\s+(?:(?:the|den|die|das)\s+)?(?:skill\s+)?["“„'`]?(?=\S)/i

/** Addresses and names of files are not what a question is about. */
const addresses = /https?:\/\/\S+|[\w./-]+\.(?:md|txt|csv|json|ya?ml|py|sh)\b/gi

/** Parses the message; `previous` is the one before it. Pure. */
export function readQuestion(text: string, previous = ''): Question {
  const all = disables(text) && /\b(?:all|every|everything|both)\b/i.test(text)
  const toUse = requested(text)
  const plain = keywordsOf(text.replace(addresses, ' '))
  const keywords = plain.length > 0 ? plain : keywordsOf(text)
  return {
    text,
    keywords,
    passage: toUse === null ? keywords : keywordsOf(`${previous} ${text}`),
    wants: wanted(text),
    toUse,
    namesSkills: all || /\bskills?\b/i.test(text),
    all,
  }
}

function wanted(text: string): Question['wants'] {
  if (disables(text)) return 'disable'
  if (listing.test(text)) return 'list'
  return asksForSkills(text) ? 'skills' : 'answer'
}

function disables(text: string): boolean {
  return disableVerbs.test(text) || (/\bskills?\b/i.test(text) && disableAnywhere.test(text))
}

function asksForSkills(text: string): boolean {
  if (askingInChinese.test(text)) return true
  if (!asking.test(text) || !abilities.test(text)) return false
  return keywordsOf(text).every((word) => besides.has(word))
}

function requested(text: string): string | null {
  const opening = using.exec(text.trim())?.[0]
  return opening === undefined ? null : text.trim().slice(opening.length)
}
