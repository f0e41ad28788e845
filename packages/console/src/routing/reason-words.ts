import type { RoutingAnswer } from '@repertoire/protocol'

type Explained = NonNullable<RoutingAnswer['skill']>

const kinds: Readonly<Record<string, (rest: string) => string>> = {
  kw: (rest) => `its keyword “${rest}”`,
  derived: (rest) => `“${rest}” in its own words`,
  stage: (rest) => `the stage ${rest}`,
  asset: (rest) => `the asset class ${rest}`,
  signal: (rest) => `the signal ${rest}`,
  co: (rest) => `${rest} names it`,
  fallback: (rest) => `priority only (${rest})`,
}

/** A reason of the router in words: `kw:buy`, `co:swap`, `search`. What is unknown is told as it is. */
export function reasonWords(reason: string): string {
  if (reason === 'search') return 'search finds it'
  const at = reason.indexOf(':')
  const kind = reason.slice(0, at)
  const words = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return words && at > 0 ? words(reason.slice(at + 1)) : reason
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
export function whyNot({ why, because, score, needed }: Explained): string {
  switch (why) {
    case 'switched-off':
      return 'It is switched off in the library.'
    case 'archived':
      return 'It is in the archive.'
    case 'no-description':
      return 'It has no description, so no model could choose it.'
    case 'manual-only':
      return 'It says of itself that only people may start it.'
    case 'near-duplicate':
      return `${because ?? 'Another one'} is there already, and nearly the same.`
    case 'dropped':
      return droppedWords(because ?? '')
    case 'outranked':
      return needed === null
        ? 'Nothing in the message speaks for it, and there is no line left.'
        : `It comes to ${score ?? 0}; the last line the signals filled has ${needed}.`
    default:
      return ''
  }
}

function droppedWords(because: string): string {
  const at = because.indexOf(':')
  const kind = because.slice(0, at)
  const words = Object.hasOwn(conditions, kind) ? conditions[kind] : undefined
  return words && at > 0 ? words(because.slice(at + 1)) : because
}
