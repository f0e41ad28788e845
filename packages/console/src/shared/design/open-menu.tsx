import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
}

/** A file to download. */
export interface MenuDownload {
  readonly label: string
  readonly description: string
  readonly href: string
}

export interface ActionMenuProps {
  readonly trigger: ReactElement
  readonly actions: readonly MenuAction[]
}

/** The look of an entry of a menu. */
export const menuItem =
  'flex cursor-default select-none items-center gap-2 rounded-md px-2 outline-none data-[highlighted]:bg-hover'

export function OpenActionMenu({ trigger, actions }: ActionMenuProps) {
  return (
    <OpenMenu trigger={trigger} className="min-w-40">
      {actions.map((action) => (
        <Menu.Item
          key={action.label}
          onClick={action.onSelect}
          className={classNames('h-8', menuItem, action.danger && 'text-bad-ink')}
        >
          {action.icon}
          {action.label}
        </Menu.Item>
      ))}
    </OpenMenu>
  )
}

export interface DownloadMenuProps {
  readonly trigger: ReactElement
  readonly downloads: readonly MenuDownload[]
}

export function OpenDownloadMenu({ trigger, downloads }: DownloadMenuProps) {
  return (
    <OpenMenu trigger={trigger} className="w-80">
      {downloads.map(({ label, description, href }) => (
        <Menu.LinkItem
          key={href}
          href={href}
          download
          closeOnClick
          className={classNames('py-1.5', menuItem)}
        >
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-ink-2 text-xs">{description}</span>
          </span>
        </Menu.LinkItem>
      ))}
    </OpenMenu>
  )
}

interface OpenMenuProps {
  readonly trigger: ReactElement
  /** How wide it is. */
  readonly className: string
  readonly children: ReactNode
}

/** Open as it appears. */
function OpenMenu({ trigger, className, children }: OpenMenuProps) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className={classNames('popup fade-in p-1', className)}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
