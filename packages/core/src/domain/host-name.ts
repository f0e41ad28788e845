import { parse } from 'tldts'

/** Suffixes of hosts that are endings of files more often. */
const fileEndings = new Set(
  'ai bz cat cc do la mk md ml mov pl pm ps py rs sh so st tf zip'.split(' '),
)
/** Suffixes of hosts that are names of properties, or begin a sentence, more often: `user.name`. */
const wordEndings = new Set(
  'as at bar be build by call click date direct email events fail foo group help host id in info is it link me my name network new next no now one open page plus post run sale search select services show site space store style team to tools top us watch work zone'.split(
    ' ',
  ),
)

/** Labels behind one another. Only the beginning of a run is tried, so that a long one costs its length. */
const dotted = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu
const bracketed = /\[[0-9a-f:.]{2,45}\]/i

/** A word of a text, and whether it is all of it. */
export interface WordToRead {
  readonly word: string
  readonly isWholeText: boolean
}

/**
 * Where a word first names a host without a scheme: a name with a known suffix, or the number of one. -1 where it names
 * none. Names that are those of files or properties more often count where something shows that they are not. Pure, in linear
 * time.
 */
export function findHostName({ word, isWholeText }: WordToRead): number {
  for (const { 0: name, index } of word.matchAll(dotted)) {
    const hasPath = /[/?]/.test(word.charAt(index + name.length))
    if (isHost(name, { hasPath, isWholeText: isWholeText && index === 0 })) return index
  }
  return word.search(bracketed)
}

/** The longest name that a host can have. */
const maxHostLength = 253

function isHost(
  name: string,
  { hasPath, isWholeText }: { readonly hasPath: boolean; readonly isWholeText: boolean },
): boolean {
  // Of a longer one its end may be one.
  const { domain, publicSuffix, isIcann, isIp } = parse(name.slice(-maxHostLength))
  if (isIp) return true
  if (domain === null || !isIcann) return false
  if (hasPath) return true
  if (fileEndings.has(publicSuffix ?? '')) return isWholeText && domain !== name.toLowerCase()
  return isWholeText || !wordEndings.has(publicSuffix ?? '')
}
