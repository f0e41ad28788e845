import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { lazyComponent, loadOnce, prefetchHandlers } from './lazy-component.tsx'
import type { ActionMenuProps, DownloadMenuProps } from './open-menu.tsx'

/** The code of menus, which is read when somebody is about to open one: no page waits for it. */
export const loadMenus = loadOnce(() => import('./open-menu.tsx'))
const OpenActionMenu = lazyComponent(loadMenus, (module) => module.OpenActionMenu)
const OpenDownloadMenu = lazyComponent(loadMenus, (module) => module.OpenDownloadMenu)

/** What can be done with one thing. */
export function ActionMenu(props: ActionMenuProps) {
  return <OnceWanted trigger={props.trigger} menu={<OpenActionMenu {...props} />} />
}

/** The files in which one thing can be had. */
export function DownloadMenu(props: DownloadMenuProps) {
  return <OnceWanted trigger={props.trigger} menu={<OpenDownloadMenu {...props} />} />
}

interface OnceWantedProps {
  readonly trigger: ReactElement
  readonly menu: ReactNode
}

/** The button of a menu, which becomes the menu when it is first pressed. */
function OnceWanted({ trigger, menu }: OnceWantedProps) {
  const [wanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  const closed = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ...{ 'aria-haspopup': 'menu', 'aria-expanded': wanted, onClick: want },
    ...prefetchHandlers(loadMenus),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') want()
    },
  })
  return wanted ? <Suspense fallback={closed}>{menu}</Suspense> : closed
}
