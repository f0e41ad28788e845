import { useMemo } from 'react'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { plural } from '../design/numbers.ts'
import { partsNotRendered } from './parts-not-rendered.ts'

interface NotRenderedCountProps {
  readonly body: string
  /** The text has frontmatter, which is not rendered either. */
  readonly frontmatter?: boolean
  /** Leads to the text as it is written. */
  readonly onSource: () => void
}

/** Fetched with the Markdown parser. */
export function NotRenderedCount({ body, frontmatter = false, onSource }: NotRenderedCountProps) {
  const parts = useMemo(() => partsNotRendered(body), [body])
  const left = frontmatter ? ['frontmatter', ...parts] : parts
  if (left.length === 0) return null
  const one = left.length === 1
  return (
    <Notice
      tone={parts.some((part) => unseen.has(part)) ? 'warn' : 'info'}
      title={`${plural(left.length, 'part')} ${one ? 'is' : 'are'} not shown in this view`}
      actions={
        <Button size="small" onClick={onSource}>
          Show the source
        </Button>
      }
    >
      {countsOf(left).join(', ')}.
    </Notice>
  )
}

/** What a person does not meet at all; the rest only shows less than it is. */
const unseen: ReadonlySet<string> = new Set([
  'comment',
  'HTML',
  'link definition',
  'unused footnote',
])

function countsOf(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)].map((name) => {
    const count = parts.filter((part) => part === name).length
    return count === 1 ? name : `${count} × ${name}`
  })
}
