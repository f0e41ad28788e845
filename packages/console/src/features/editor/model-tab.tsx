import type { LoadResult } from '@repertoire/skill-md'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { BudgetLine } from './budget-line.tsx'
import { containsBlockTag } from './contains-block-tag.ts'
import { usePromptBlock } from './use-prompt-block.ts'

interface ModelTabProps {
  readonly source: string
  readonly loaded: LoadResult
  readonly characters: number
}

/** The block this text becomes in the system prompt, as the server renders it. */
export function ModelTab({ source, loaded, characters }: ModelTabProps) {
  const { block, error, retry } = usePromptBlock(source)
  if (!loaded.ok) {
    return (
      <p className="py-6 text-ink-2">
        The text cannot be read yet, so the model would see nothing of it.
      </p>
    )
  }
  if (error) return <Failed what="The block could not be made" error={error} onRetry={retry} />
  if (block === undefined) return <Loading rows={6} label="Making the block" />
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-3">
        <BudgetLine characters={characters} />
        <CopyButton text={block} />
      </div>
      <p className="mb-3 max-w-prose text-ink-2">
        While the skill is active, this block stands in the system prompt, byte for byte.
        Frontmatter is left out; only the text inside the block is charged.
      </p>
      <div className="mb-3 empty:hidden">
        <MarkSummary texts={[block]} />
      </div>
      {containsBlockTag(loaded.document.body, block) && (
        <div className="mb-3">
          <Notice tone="warn" title="This text spells tags that only the prompt itself may use">
            Their first sign became &amp;lt; so that the text cannot leave its block.
          </Notice>
        </div>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long block is scrolled with the keyboard
        tabIndex={0}
        className="card max-h-[65vh] overflow-auto whitespace-pre-wrap p-4 font-mono text-xs [overflow-wrap:anywhere]"
      >
        <MarkedText text={block} />
      </pre>
    </div>
  )
}
