import type { SkillSummary } from '@repertoire/protocol'
import type { Tone } from '../design/badge.tsx'

interface ProvenanceLabel {
  readonly label: string
  readonly explains: string
  readonly tone: Tone
}

/** Who wrote a skill (D9), in words. */
export const provenanceLabels: Record<SkillSummary['provenance'] | 'agent', ProvenanceLabel> = {
  authored: {
    label: 'Written here',
    explains: 'Somebody of the organisation wrote it.',
    tone: 'neutral',
  },
  imported: {
    label: 'Imported',
    explains: 'It came in as a file, a folder or a zip.',
    tone: 'neutral',
  },
  integration: {
    label: 'Integration',
    explains: 'An integration brought it along and keeps it current.',
    tone: 'accent',
  },
  catalog: {
    label: 'Catalogue',
    explains: 'It was taken from a catalogue.',
    tone: 'accent',
  },
  agent: {
    label: 'Written by an agent',
    explains: 'An agent wrote it down in a conversation.',
    tone: 'warn',
  },
}

/** The label of a skill: what an agent made is told apart from what people wrote. */
export function provenanceLabelOf({
  provenance,
  source,
}: Pick<SkillSummary, 'provenance' | 'source'>): ProvenanceLabel {
  return provenanceLabels[source === 'agent' ? 'agent' : provenance]
}
