import { CheckSquare2, CircleDot, Square } from 'lucide-react'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { AgentView } from './conversation-view.ts'

const looks = {
  open: { icon: Square, words: 'Open' },
  'in-progress': { icon: CircleDot, words: 'In progress' },
  done: { icon: CheckSquare2, words: 'Done' },
} as const

/** An agent's own list of things to do, as it stands. */
export function TodoList({ items }: { readonly items: AgentView['todo'] }) {
  if (items.length === 0) return null
  const done = items.filter(({ status }) => status === 'done').length
  return (
    <details open className="rounded-lg border border-line bg-surface px-3 py-2 text-xs">
      <summary className="min-h-6 text-ink-3">
        To do: {done} of {items.length} done
      </summary>
      <TodoItems items={items} />
    </details>
  )
}

/** The things themselves, each with how it stands. */
export function TodoItems({ items }: { readonly items: AgentView['todo'] }) {
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {items.map(({ text, status }, at) => {
        const { icon: Icon, words } = looks[status]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole each time, and may say a thing twice
          <li key={at} className="flex items-start gap-2">
            <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
            <span
              className={classNames(
                'min-w-0 [overflow-wrap:anywhere]',
                status === 'done' && 'text-ink-3',
                status === 'in-progress' && 'font-medium',
              )}
            >
              <span className="sr-only">{words}: </span>
              <MarkedText text={text} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
