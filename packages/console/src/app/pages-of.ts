import { type AnyRoute, createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyPage } from '../shared/api/lazy-page.ts'

/** Declares pages below `parent` that take nothing but what their path says. */
export function pagesOf<Parent extends AnyRoute>(parent: () => Parent) {
  return <const Path extends string, Name extends string>(
    path: Path,
    load: () => Promise<Record<NoInfer<Name>, () => ReactNode>>,
    name: Name,
  ) => createRoute({ getParentRoute: parent, path, component: lazyPage(load, name) })
}
