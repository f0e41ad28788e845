import { annotateHiddenCharacters, type Mark } from '@repertoire/skill-md/text'
import { Fragment, memo } from 'react'

/** Look of a mark, here and in editors. */
export const markClass =
  'box-decoration-clone rounded border border-warn/60 bg-warn-soft px-0.5 font-mono text-[0.92em] not-italic text-warn-ink [overflow-wrap:anywhere]'

/** Somebody's text as text, in which nothing is hidden: what would not be seen is named where it stands. */
export const MarkedText = memo(function MarkedText({ text }: { readonly text: string }) {
  let at = 0
  return annotateHiddenCharacters(text).map((part) => {
    const key = at
    at += part.text.length
    if (part.mark === null) return <Fragment key={key}>{part.text}</Fragment>
    return <MarkedPart key={key} text={part.text} mark={part.mark} />
  })
})

interface MarkedPartProps {
  readonly text: string
  readonly mark: Mark
}

/** A look-alike letter stays and is named; of all others only the name is shown. It is text, so that it is copied and read out. */
export function MarkedPart({ text, mark }: MarkedPartProps) {
  return (
    <mark title={mark.detail} data-mark={mark.kind} className={markClass}>
      {`${mark.kind === 'lookalike' ? text : ''}⟨${mark.label}⟩`}
    </mark>
  )
}
