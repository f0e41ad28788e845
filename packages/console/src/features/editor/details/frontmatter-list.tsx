import { Badge, type BadgeLabel } from '../../../shared/design/badge.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import type { KeyUse } from './frontmatter-meaning.ts'
import { type FrontmatterValue, frontmatterRows } from './frontmatter-rows.ts'

const uses: Record<KeyUse, BadgeLabel> = {
  used: { text: 'used here', tone: 'good' },
  kept: { text: 'kept, not used here', tone: 'neutral' },
  unknown: { text: 'kept as it is', tone: 'neutral' },
}

/** What the file itself says of the skill, key by key; nothing is hidden. */
export function FrontmatterList({ source }: { readonly source: string }) {
  const rows = frontmatterRows(source)
  if (rows.length === 0) {
    return <p className="text-ink-2">The file has no frontmatter.</p>
  }
  return (
    <dl className="card divide-y divide-line">
      {rows.map(({ key, value, meaning }) => (
        <div key={key} className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[11rem_1fr]">
          <dt className="min-w-0">
            <span className="font-mono text-xs [overflow-wrap:anywhere]">
              <MarkedText text={key} />
            </span>
            <span className="mt-0.5 block">
              <Badge tone={uses[meaning.use].tone}>{uses[meaning.use].text}</Badge>
            </span>
          </dt>
          <dd className="min-w-0">
            <Value value={value} label={key} />
            <p className="mt-0.5 text-xs text-ink-3">{meaning.says}</p>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, label }: { readonly value: FrontmatterValue; readonly label: string }) {
  switch (value.kind) {
    case 'text':
      return (
        <p className="max-h-48 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {value.text ? (
            <MarkedText text={value.text} />
          ) : (
            <span className="text-ink-3">empty</span>
          )}
        </p>
      )
    case 'list':
      return (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {value.items.map((item, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say a thing twice
              key={at}
              className="max-w-full rounded border border-line bg-inset px-1.5 font-mono text-xs [overflow-wrap:anywhere]"
            >
              <MarkedText text={item} />
            </li>
          ))}
        </ul>
      )
    case 'json':
      return (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long data is scrolled with the keyboard
          tabIndex={0}
          className="max-h-64 overflow-auto rounded-md border border-line bg-inset p-2 font-mono text-xs"
        >
          <MarkedText text={value.text} />
        </pre>
      )
  }
}
