import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
}

interface ActionMenuProps {
  readonly trigger: ReactElement
  readonly actions: readonly MenuAction[]
}

export function ActionMenu({ trigger, actions }: ActionMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="popup fade-in min-w-40 p-1">
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                onClick={action.onSelect}
                className={classNames(
                  'flex h-8 cursor-default select-none items-center gap-2 rounded-md px-2 outline-none data-[highlighted]:bg-hover',
                  action.danger && 'text-bad-ink',
                )}
              >
                {action.icon}
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
