import type { ProposalBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'

/** One file of a proposal. */
export interface ProposalSection {
  readonly path: string
  /** Null: there is nothing to compare with. */
  readonly before: string | null
  /** Null: the file goes. */
  readonly text: string | null
  /** `new`, `changed`, `removed`. */
  readonly what: string
  /** What the difference is, for screen readers. */
  readonly says: string
}

/** SKILL.md and the files beside it, as they are and as they would be. */
export function proposalSections(proposal: ProposalBody): {
  readonly skill: ProposalSection
  readonly files: readonly ProposalSection[]
} {
  const { current, content, files, removed_files } = proposal
  const skill = {
    ...{ path: 'SKILL.md', before: current?.content ?? null, text: content, what: '' },
    says: 'The skill now and as proposed',
  }
  return {
    skill,
    files: [
      ...files.map((file) => ({
        ...{
          path: file.path,
          before: file.current,
          text: file.content,
          says: renderAnnotations(file.path),
        },
        what: whatOf(file),
      })),
      ...removed_files.map(({ path, current: before }) => ({
        ...{ path, before: before ?? '', text: null, says: renderAnnotations(path) },
        what: before === null ? 'removed, not text' : 'removed',
      })),
    ],
  }
}

function whatOf({ replaces, current }: ProposalBody['files'][number]): string {
  if (!replaces) return 'new'
  return current === null ? 'replaces a file that is no text' : 'changed'
}

/** Every text of others that a yes is for. */
export function textsOfProposal(proposal: ProposalBody): readonly string[] {
  const { name, description, reason, content, files } = proposal
  return [name, description, reason, content, ...files.flatMap((file) => [file.path, file.content])]
}
