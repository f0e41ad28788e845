import type { LoadResult } from '@repertoire/skill-md'
import { CopyButton } from '../design/copy-button.tsx'
import { Notice } from '../design/notice.tsx'
import { BudgetLine } from './budget-line.tsx'
import { promptBlock, spellsBlockTag } from './prompt-block.ts'

interface ModelTabProps {
  readonly loaded: LoadResult
  readonly characters: number
}

/** The block this text becomes in the system prompt. */
export function ModelTab({ loaded, characters }: ModelTabProps) {
  if (!loaded.ok) {
    return (
      <p className="py-6 text-ink-2">
        The text cannot be read yet, so the model would see nothing of it.
      </p>
    )
  }
  const { fields, body } = loaded.document
  const block = promptBlock(fields.name ?? '', body)
  return (
    <div className="pt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-3">
        <BudgetLine characters={characters} />
        <CopyButton text={block} />
      </div>
      <p className="mb-3 max-w-prose text-ink-2">
        While the skill is active, this block stands in the system prompt, word for word.
        Frontmatter is left out; only the text inside the block is charged.
      </p>
      {spellsBlockTag(body) && (
        <div className="mb-3">
          <Notice tone="warn" title="This text spells tags of the prompt’s own blocks">
            The model gets their first sign as &amp;lt; so that the text cannot leave its block. A
            conversation’s timeline shows the prompt exactly as it was sent.
          </Notice>
        </div>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long block is scrolled with the keyboard
        tabIndex={0}
        className="card max-h-[65vh] overflow-auto whitespace-pre-wrap p-4 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {block}
      </pre>
    </div>
  )
}
