import { type ComponentProps, cloneElement, type ReactElement, Suspense, useState } from 'react'
import { lazyComponent, loadOnce, loadWithRetry, prefetchHandlers } from './lazy-component.tsx'
import type { ActionMenuProps, DownloadMenuProps } from './open-menu.tsx'

/** The code of menus, which is read when somebody is about to open one: no page waits for it. */
export const loadMenus = loadOnce(() => import('./open-menu.tsx'))
const OpenActionMenu = lazyComponent(loadMenus, (module) => module.OpenActionMenu)
const OpenDownloadMenu = lazyComponent(loadMenus, (module) => module.OpenDownloadMenu)

/** What can be done with one thing. */
export function ActionMenu(props: ActionMenuProps) {
  return <LazyMenu trigger={props.trigger} menu={<OpenActionMenu {...props} />} />
}

/** The files in which one thing can be had. */
export function DownloadMenu(props: DownloadMenuProps) {
  return <LazyMenu trigger={props.trigger} menu={<OpenDownloadMenu {...props} />} />
}

interface LazyMenuProps {
  readonly trigger: ReactElement
  /** Open as it appears. */
  readonly menu: ReactElement
}

/** The button of a menu. It is the menu once it was pressed and the code is there; until then it keeps its focus. */
function LazyMenu({ trigger, menu }: LazyMenuProps) {
  const [open, setOpen] = useState(false)
  if (open) return <Suspense>{menu}</Suspense>
  const show = () => void loadWithRetry(loadMenus).then(() => setOpen(true))
  return cloneElement(trigger as ReactElement<ComponentProps<'button'>>, {
    ...{ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: show },
    ...prefetchHandlers(loadMenus),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      show()
    },
  })
}
