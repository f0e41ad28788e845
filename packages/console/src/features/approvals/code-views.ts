import { renderAnnotations } from '@repertoire/skill-md/text'
import type { AuthoredToolQuestion } from './approval-question.ts'

/** One text of a tool an agent wrote, as a tab shows it. */
export interface CodeView {
  readonly value: string
  readonly label: string
  readonly path: string
  readonly text: string
  /** Given: what was approved before; the difference is shown. */
  readonly before: string | null
  /** What the difference is, for screen readers. */
  readonly says: string
  /** A yes is for it, and it was not approved before as it is. */
  readonly required: boolean
}

/** The texts a yes is for, and those beside them; the difference to what was approved before comes first. */
export function codeViews(tool: AuthoredToolQuestion['tool']): readonly CodeView[] {
  const { name, code, before, libraries, parameters } = tool
  const changed = before !== null && before.code !== code
  const path = `${name}.js`
  const plain = { before: null, says: '' }
  const changes = {
    ...{ value: 'changes', label: 'Changes', path, text: code, required: true },
    before: before?.code ?? '',
    says: 'Code approved before and as it is now',
  }
  return [
    ...(changed ? [changes] : []),
    { ...plain, value: 'code', label: 'Code', path, text: code, required: before === null },
    {
      ...{ ...plain, value: 'parameters', label: 'Parameters', path: 'parameters.json' },
      text: JSON.stringify(parameters, null, 2),
      required: true,
    },
    ...libraries.map((library) => libraryView(library, before !== null)),
  ]
}

type Library = AuthoredToolQuestion['tool']['libraries'][number]

function libraryView(library: Library, approvedBefore: boolean): CodeView {
  const { name, code, before } = library
  const same = before?.code === code
  return {
    value: `of ${name}`,
    label: `${renderAnnotations(name)}.js${noteOf(library, approvedBefore)}`,
    path: `${name}.js`,
    text: code,
    before: before === null || same ? null : before.code,
    says: `${renderAnnotations(name)} as it was approved before and as it is now`,
    required: !same,
  }
}

/** How it stands to what was approved before, if anything was. */
function noteOf({ before, code }: Library, approvedBefore: boolean): string {
  if (before === null) return approvedBefore ? ' (new)' : ''
  return before.code === code ? '' : ' (changed)'
}
