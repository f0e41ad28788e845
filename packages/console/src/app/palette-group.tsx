import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { MarkedText } from '../shared/design/marked-text.tsx'

const item =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-accent-soft'
const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3'

export interface PaletteEntry {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Beside the label, such as the slug. */
  readonly note?: string | undefined
  readonly run: () => Promise<void>
}

interface PaletteGroupProps {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
  readonly onChoose: (entry: PaletteEntry) => void
}

/** Entries of one kind; nothing at all without any. */
export function PaletteGroup({ heading, entries, onChoose }: PaletteGroupProps) {
  if (entries.length === 0) return null
  return (
    <Command.Group heading={heading} className={group}>
      {entries.map((entry) => (
        <Command.Item
          key={entry.key}
          value={entry.key}
          className={item}
          onSelect={() => onChoose(entry)}
        >
          <span aria-hidden="true" className="shrink-0 text-ink-3">
            {entry.icon}
          </span>
          <span className="truncate">
            <MarkedText text={entry.label} />
          </span>
          {entry.note && (
            <span className="ml-auto truncate font-mono text-xs text-ink-3">{entry.note}</span>
          )}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
