import { MarkedText } from './marked-text.tsx'

interface PlainMarkdownProps {
  readonly text: string
  /** Says why the text stands as it is written. */
  readonly explained?: boolean
}

/** A Markdown text as it is written. */
export function PlainMarkdown({ text, explained = false }: PlainMarkdownProps) {
  return (
    <>
      {explained && (
        <p className="text-xs text-ink-3">
          Formatting this text would hold up the page, so it stands here as it is written.
        </p>
      )}
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <MarkedText text={text} />
      </p>
    </>
  )
}
