import { Tabs } from '@base-ui/react/tabs'
import { type RefObject, useEffect, useRef } from 'react'

interface FileTabListProps {
  readonly paths: readonly string[]
  readonly shown: string
  /** Delete on a tab, or the middle button. */
  readonly onClose: (path: string) => void
  /** True once the tab that had the focus was closed: it goes on to the one that is shown then. */
  readonly takesFocus: RefObject<boolean>
}

/** A tab for each opened file; two of the same name say their folder too. */
export function FileTabList({ paths, shown, onClose, takesFocus }: FileTabListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []
    const tab = [...tabs].find(({ title }) => title === shown)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (takesFocus.current) tab?.focus()
    takesFocus.current = false
  }, [shown, takesFocus])
  const names = paths.map(nameOf)
  return (
    <Tabs.List
      ref={list}
      aria-label="Opened files"
      className="flex overflow-x-auto border-b border-line bg-inset"
    >
      {paths.map((path, at) => (
        <Tabs.Tab
          key={path}
          value={path}
          title={path}
          aria-keyshortcuts="Delete"
          onKeyDown={(event) => {
            if (event.key === 'Delete' && paths.length > 1) onClose(path)
          }}
          onAuxClick={(event) => {
            if (event.button === 1 && paths.length > 1) onClose(path)
          }}
          className="h-8 max-w-56 shrink-0 truncate border-r border-line px-3 text-xs text-ink-2 outline-offset-[-2px] hover:text-ink data-[active]:bg-surface data-[active]:font-medium data-[active]:text-ink"
        >
          {names.indexOf(names[at] ?? '') !== names.lastIndexOf(names[at] ?? '') ? path : names[at]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
