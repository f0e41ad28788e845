import type { SkillSummary } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'

interface ProvenanceLabel {
  readonly label: string
  readonly explains: string
  readonly tone: BadgeVariant
}

/** Who wrote a skill, in words. */
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
    tone: 'neutral',
  },
  catalog: {
    label: 'Catalogue',
    explains: 'It was taken from a catalogue.',
    tone: 'neutral',
  },
  agent: {
    label: 'Written by an agent',
    explains: 'An agent wrote it down in a conversation.',
    tone: 'warn',
  },
}

const sample: ProvenanceLabel = {
  label: 'Sample',
  explains: 'It came with the server. Remove all samples under Sources.',
  tone: 'neutral',
}

type Origin = Pick<SkillSummary, 'provenance' | 'source'> & Partial<Pick<SkillSummary, 'source_id'>>

/** The label of a skill: what an agent made is told apart from what people wrote, and samples from what was taken. */
export function provenanceLabelOf({ provenance, source, source_id }: Origin): ProvenanceLabel {
  // The fixed id of the source of the samples.
  if (provenance === 'catalog' && source_id === 'src_samples') return sample
  return provenanceLabels[source === 'agent' ? 'agent' : provenance]
}
