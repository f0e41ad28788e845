import type { RoutingAnswer } from '@repertoire/protocol'

type Explained = NonNullable<RoutingAnswer['skill']>

const list = new Intl.ListFormat('en')
const all = (words: readonly string[]) => list.format(words)
const quoted = (words: readonly string[]) => all(words.map((word) => `“${word}”`))
const oneOrMore = (words: readonly string[], one: string) => (words.length === 1 ? one : `${one}s`)

const kinds: Readonly<Record<string, (rests: readonly string[]) => string>> = {
  kw: (rests) => `its ${oneOrMore(rests, 'keyword')} ${quoted(rests)}`,
  synonym: (rests) => `the ${oneOrMore(rests, 'synonym')} ${all(rests)}`,
  stage: (rests) => `the ${oneOrMore(rests, 'stage')} ${all(rests)}`,
  asset: (rests) => `the asset ${rests.length === 1 ? 'class' : 'classes'} ${all(rests)}`,
  signal: (rests) => `the trigger ${all(rests)}`,
  co: (rests) => `${all(rests)} ${rests.length === 1 ? 'names' : 'name'} it`,
  fallback: (rests) => `only its priority (${all(rests.map(priorityOf))})`,
}

/**
 * Reasons of the router in words, those of one kind together: `kw:buy`, `kw:sell`, `stage:decide` as "its
 * keywords “buy” and “sell”, the stage decide". What is unknown is told as it is.
 */
export function reasonLabel(reasons: readonly string[]): string {
  const parts: (() => string)[] = []
  const ofKind = new Map<string, string[]>()
  for (const reason of reasons) {
    const at = reason.indexOf(':')
    const kind = reason.slice(0, Math.max(at, 0))
    const words = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    const others = ofKind.get(kind)
    if (!words) parts.push(() => (reason === 'search' ? 'search finds it' : reason))
    else if (others) others.push(reason.slice(at + 1))
    else {
      const rests = [reason.slice(at + 1)]
      ofKind.set(kind, rests)
      parts.push(() => words(rests))
    }
  }
  return parts.map((say) => say()).join(', ')
}

const conditions: Readonly<Record<string, (rest: string) => string>> = {
  negative: (rest) => `“${rest}” is in the message, and the skill says not to be used then.`,
  requires_env: (rest) => `It needs the setting ${rest}, which is not there.`,
  requires_tools: (rest) => `It needs the tool ${rest}, which the agent does not have.`,
  requires_toolsets: (rest) => `It needs the tools “${rest}”, which the agent does not have.`,
  fallback_for_tools: (rest) => `It stands in for ${rest}, which the agent has.`,
  platforms: (rest) => `It is not for ${rest}.`,
}

/** Why a skill is not in the catalogue, in a sentence. */
export function describeMissing({ why, because, score, needed }: Explained): string {
  switch (why) {
    case 'switched-off':
      return 'It is disabled in the library.'
    case 'archived':
      return 'It is in the archive.'
    case 'no-description':
      return 'It has no description, so no model could choose it.'
    case 'manual-only':
      return 'It says of itself that only people may start it.'
    case 'near-duplicate':
      return `${because ?? 'Another one'} is there already, and nearly the same.`
    case 'dropped':
      return droppedLabel(because ?? '')
    case 'outranked':
      return needed === null
        ? 'Nothing in the message speaks for it, and there is no line left.'
        : `Its score comes to ${score ?? 0}; the last one chosen by score has ${needed}.`
    default:
      return ''
  }
}

function droppedLabel(because: string): string {
  const at = because.indexOf(':')
  const kind = because.slice(0, at)
  const words = Object.hasOwn(conditions, kind) ? conditions[kind] : undefined
  return words && at > 0 ? words(because.slice(at + 1)) : because
}

/** The router tells 100 less the priority; people know the priority, as the form of the skill has it. */
function priorityOf(fallback: string): string {
  const points = Number(fallback)
  return fallback !== '' && Number.isFinite(points) ? String(100 - points) : fallback
}
