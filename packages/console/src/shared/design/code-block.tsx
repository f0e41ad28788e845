import { isValidElement, type ReactNode, useEffect, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import type { CodePart } from './highlight-code.ts'

/** Longer code is shown without colours, so that no answer makes the page slow. */
const longest = 20_000

interface CodeBlockProps {
  /** The `code` element of a fenced block. */
  readonly children: ReactNode
}

/** Code of an answer: its language, its colours, and a button that copies it. */
export function CodeBlock({ children }: CodeBlockProps) {
  const { language, text } = codeOf(children)
  return (
    <figure className="code-block">
      <figcaption>
        <span className="min-w-0 truncate font-mono">{language}</span>
        {text !== null && <CopyButton text={text} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre tabIndex={0}>
        {text === null || language === '' || text.length > longest ? (
          children
        ) : (
          <code>
            <HighlightedCode language={language} text={text} />
          </code>
        )}
      </pre>
    </figure>
  )
}

/** The text is null where marks stand for characters that would not be seen: those stay as they are. */
function codeOf(children: ReactNode): { readonly language: string; readonly text: string | null } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) {
    return { language: '', text: null }
  }
  const { className = '', children: inside } = children.props
  const [, language = ''] = /language-([\w+#.-]{1,30})/.exec(className) ?? []
  return { language, text: typeof inside === 'string' ? inside : null }
}

function HighlightedCode({ language, text }: { readonly language: string; readonly text: string }) {
  const [coloured, setColoured] = useState<readonly CodePart[] | null>(null)
  useEffect(() => {
    let gone = false
    import('./highlight-code.ts')
      .then(({ highlight }) => highlight(language, text))
      .then(
        (parts) => gone || setColoured(parts),
        // Without its colours code can still be read.
        () => {},
      )
    return () => {
      gone = true
    }
  }, [language, text])
  // While an answer grows, what is new has no colours yet.
  const parts = coloured ?? []
  const length = parts.reduce((sum, part) => sum + part.text.length, 0)
  const known = text.startsWith(parts.map((part) => part.text).join(''))
  if (!known) return text
  let at = 0
  return (
    <>
      {parts.map((part) => {
        const key = at
        at += part.text.length
        return (
          <span key={key} className={part.classes === '' ? undefined : part.classes}>
            {part.text}
          </span>
        )
      })}
      {text.slice(length)}
    </>
  )
}
