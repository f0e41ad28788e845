import type { ImportReview } from '@repertoire/protocol'
import { MarkedText } from '../../../shared/design/marked-text.tsx'

type Remark = ImportReview['diagnostics'][number]

/** The remark about files of the replaced skill that the new revision lacks; it has no line of its own. */
export function removedNotice(diagnostics: readonly Remark[]): Remark | undefined {
  return diagnostics.find(({ code }) => code === 'skill.removes-files')
}

/** Remarks about another skill, or the whole of this one. */
const aboutNoLine: ReadonlySet<string> = new Set([
  'skill.kept-apart',
  'skill.replaces-other',
  'skill.replaces-edit',
])

/** One remark of an import, with its line where it is about one. */
export function ImportRemark({ remark }: { readonly remark: Remark }) {
  const { code, line, message, fix } = remark
  if (code === 'skill.removes-files') {
    return (
      <span className="text-warn-ink [overflow-wrap:anywhere]">
        <MarkedText text={`${message} ${fix}`} />
      </span>
    )
  }
  if (aboutNoLine.has(code)) {
    return <MarkedText text={`${message} ${fix}`} />
  }
  return (
    <>
      Line {line}: <MarkedText text={message} />
    </>
  )
}
