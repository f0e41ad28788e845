import { countCharacters } from '@repertoire/skill-md/text'
import type { ReactNode } from 'react'
import { MarkedText } from '../design/marked-text.tsx'
import { plural } from '../design/numbers.ts'
import { ReadPart } from './reading.tsx'

interface ScrolledTextProps {
  /** Unique among the parts of one approval. */
  readonly id: string
  readonly label: string
  readonly text: string
}

/** A text of any length, all of it, in a box that scrolls and says how much is in it; its end has to be seen. */
export function ScrolledText({ id, label, text }: ScrolledTextProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-3">
        {label}, {scrollRangeOf(text)}
      </p>
      <ScrollBox label={label}>
        <ReadPart id={id} label={label} content={text}>
          <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
            <MarkedText text={text} />
          </pre>
        </ReadPart>
      </ScrollBox>
    </div>
  )
}

/** `312 lines, 10,240 characters` */
export function scrollRangeOf(text: string): string {
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
  return `${plural(lines, 'line')}, ${plural(countCharacters(text), 'character')}`
}

/** Whatever stands in it does not leave its frame. */
export function ScrollBox({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-md border border-line bg-inset px-4 py-3"
    >
      {children}
    </section>
  )
}
