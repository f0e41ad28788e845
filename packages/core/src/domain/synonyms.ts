/** Words and phrases that an organisation uses for one thing, as it wrote them. */
export type SynonymGroup = readonly string[]

export const maxSynonymGroups = 100
export const maxSynonymsInGroup = 6
export const maxSynonymLength = 40

/** Without groups of one phrase, which say nothing; spaces and letter case make no other phrase. */
export function normalSynonymGroups(groups: readonly SynonymGroup[]): readonly SynonymGroup[] {
  return groups
    .map((group) => {
      const phrases = new Map<string, string>()
      for (const phrase of group) {
        const plain = phrase.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
        if (!phrases.has(plain.toLowerCase())) phrases.set(plain.toLowerCase(), plain)
      }
      return [...phrases.values()]
    })
    .filter((group) => group.length > 1)
}
