import { Tabs } from '@base-ui/react/tabs'

interface TabListProps {
  readonly label: string
  readonly tabs: readonly { readonly value: string; readonly label: string }[]
}

/** The row of tabs inside a Base UI `Tabs.Root`. */
export function TabList({ label, tabs }: TabListProps) {
  return (
    <Tabs.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Tabs.Tab
          key={tab.value}
          value={tab.value}
          className="-mb-px h-9 min-w-6 shrink-0 whitespace-nowrap border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
        >
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
