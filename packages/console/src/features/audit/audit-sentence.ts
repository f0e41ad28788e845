import type { AuditEntryBody } from '@repertoire/protocol'

type Entry = Pick<AuditEntryBody, 'action' | 'target' | 'details' | 'actor'>

/** What somebody did, in words: it follows their name. The object is a text of somebody else. */
export interface AuditSentence {
  readonly verb: string
  readonly object: string
  /** What follows the object. */
  readonly rest: string
  /** Id of the person for whom it was done, where that is somebody else. */
  readonly person?: string
}

/** Nouns of actions, where the page has another word for them. */
const nouns: Readonly<Record<string, string>> = {
  signal: 'trigger',
  arrival: 'pending import',
  observations: 'memory',
  key: 'API key',
  app: 'connected app',
  grant: 'tool grant',
  'authored-tool': 'tool by an agent',
  'source-entry': 'entry of a source',
}

const nothing = { object: '', rest: '' }

/** Actions whose sentence does not follow from their noun and verb. */
const phrases: Readonly<Record<string, (entry: Entry) => AuditSentence>> = {
  'approval-answered': (entry) => ({
    verb: decisionVerb(entry.details.decision),
    object: nameOf(entry),
    rest: '',
    ...askedBy(entry),
  }),
  'skill-imported': (entry) => ({ verb: 'imported the skill', object: nameOf(entry), rest: '' }),
  'session-created': () => ({ verb: 'signed in', object: '', rest: '' }),
  'session-ended': () => ({ verb: 'signed out', object: '', rest: '' }),
  'session-refused': () => ({ verb: 'was refused a sign-in', object: '', rest: '' }),
  'sessions-ended': () => ({ verb: 'ended login sessions', object: '', rest: '' }),
  'key-refused': () => ({ verb: 'was refused with an API key', object: '', rest: '' }),
  'key-used': (entry) => ({ verb: 'used the API key', object: nameOf(entry), rest: '' }),
  'access-refused': (entry) => ({
    verb: 'was refused',
    object: nameOf(entry),
    rest: permissionOf(entry),
  }),
  'audit-exported': () => ({ verb: 'exported the audit log', object: '', rest: '' }),
  'audit-removed': () => ({ verb: 'removed old entries of this log', object: '', rest: '' }),
  'settings-updated': () => ({ verb: 'changed the settings', object: '', rest: '' }),
  'packages-approved': (entry) => ({
    verb: 'approved packages for',
    object: nameOf(entry),
    rest: '',
  }),
  'script-started': (entry) => ({ verb: 'ran a script of', object: nameOf(entry), rest: '' }),
  'code-started': () => ({ verb: 'ran code of an agent', object: '', rest: '' }),
  'arrival-held': (entry) => ({
    verb: 'put',
    object: nameOf(entry),
    rest: 'into the inbox for a review',
  }),
  'device-login-approved': () => ({ verb: 'let a device sign in', object: '', rest: '' }),
  'device-login-denied': () => ({ verb: 'refused a device that asked to sign in', ...nothing }),
  'member-joined': (entry) => ({ verb: 'joined as', object: nameOf(entry), rest: '' }),
}

/** The entry as a sentence without its subject. */
export function auditSentence(entry: Entry): AuditSentence {
  const phrase = Object.hasOwn(phrases, entry.action) ? phrases[entry.action] : undefined
  if (phrase) return phrase(entry)
  const cut = entry.action.lastIndexOf('-')
  const [noun, verb] = [entry.action.slice(0, Math.max(cut, 0)), entry.action.slice(cut + 1)]
  const known = (Object.hasOwn(nouns, noun) ? nouns[noun] : undefined) ?? noun.replaceAll('-', ' ')
  return { verb: `${verb} the ${known}`.trim(), object: nameOf(entry), rest: '' }
}

/** The same for several entries of one operation. */
export function groupSentence(entries: readonly Entry[], count: string): AuditSentence {
  const [first] = entries
  if (!first) return { verb: '', ...nothing }
  const { verb } = auditSentence(first)
  const [, before, noun] = /^(.*) the ((?:API |tool |connected |pending )?\w+)$/.exec(verb) ?? []
  if (noun === undefined) {
    return { verb: `${verb.replace(/ (?:of|for)$/, '')}, ${count} times`, ...nothing }
  }
  return { verb: `${before} ${count} ${noun.replace(/([^aeiou])y$/, '$1ie')}s`, ...nothing }
}

/** Who did it, as far as the log knows. */
export function auditActor({ actor, action }: Entry, names: ReadonlyMap<string, string>): string {
  if (actor !== null) return names.get(actor) ?? actor
  return action === 'session-refused' || action === 'key-refused'
    ? 'Somebody unknown'
    : 'The server'
}

/** What a person calls the target; its id where the entry tells no more. */
function nameOf({ target, details }: Entry): string {
  const known = [details.name, details.slug, details.skill, details.tool, details.connector]
  const name = known.find((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? name : target
}

function askedBy({ details, actor }: Entry): Pick<AuditSentence, 'person'> {
  const asker = details.requested_by
  return typeof asker === 'string' && asker !== actor ? { person: asker } : {}
}

function decisionVerb(decision: unknown): string {
  if (decision === 'approved') return 'approved'
  return decision === 'denied' ? 'denied' : 'answered the request for'
}

function permissionOf({ details }: Entry): string {
  return typeof details.permission === 'string' ? `without ${details.permission}` : ''
}
