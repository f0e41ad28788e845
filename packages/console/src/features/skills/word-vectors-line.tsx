import { wordVectorsNote } from '@repertoire/client'
import type { SkillListItem } from '@repertoire/protocol'

interface WordVectorsLineProps {
  readonly skills: readonly Pick<SkillListItem, 'match'>[]
}

/** Below what was found: that the embedding model did not order it. Nothing where it did, or where there is none. */
export function WordVectorsLine({ skills }: WordVectorsLineProps) {
  const note = wordVectorsNote(skills)
  return note && <p className="px-2 pb-2 text-xs text-ink-3">{note}</p>
}
