import { ListTodo } from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { AgentView } from './conversation-view.ts'
import { TodoItems } from './todo-list.tsx'

/** What the agent means to do, in one line above the message field; the whole list behind it. */
export function TodoBar({ items }: { readonly items: AgentView['todo'] }) {
  if (items.length === 0) return null
  const done = items.filter(({ status }) => status === 'done').length
  const now = items.find(({ status }) => status === 'in-progress')
  return (
    <details className="fade-in mb-2 rounded-lg border border-line bg-surface text-xs">
      <summary className="flex min-h-8 list-none items-center gap-2 rounded-lg px-3 py-1 text-ink-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ListTodo size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="shrink-0 tabular-nums">
          To do: {done} of {items.length} done
        </span>
        {now && (
          <span className="min-w-0 truncate text-ink-3">
            Now: <MarkedText text={now.text} />
          </span>
        )}
      </summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
        tabIndex={0}
        aria-label="Things to do"
        className="max-h-[30vh] overflow-y-auto border-t border-line px-3 py-2"
      >
        <TodoItems items={items} />
      </section>
    </details>
  )
}
