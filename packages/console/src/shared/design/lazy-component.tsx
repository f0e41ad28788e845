import { type ComponentType, lazy, useState } from 'react'

/** Fetches code that no page waits for, and keeps it. */
export interface CodeLoader<Module> {
  (): Promise<Module>
  loaded?: Module
}

export function loadOnce<Module>(fetch: () => Promise<Module>): CodeLoader<Module> {
  const load: CodeLoader<Module> = async () => {
    load.loaded ??= await fetch()
    return load.loaded
  }
  return load
}

/** For a button: its code is asked for when somebody is about to press it. Out of reach, it is asked for again then. */
export function prefetchHandlers(load: CodeLoader<unknown>) {
  const prefetch = () => void load().catch(() => undefined)
  return { onPointerEnter: prefetch, onFocus: prefetch }
}

/** Milliseconds until code that could not be had is asked for again. */
const pause = 2_000

/** Resolves once the code is there, however often it was out of reach: the page stays as it is meanwhile. */
export async function loadWithRetry<Module>(load: CodeLoader<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** A component of such code, for within a `Suspense`. Where the code is there, it is drawn in the same frame. */
export function lazyComponent<Module, Props extends object>(
  load: CodeLoader<Module>,
  choose: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const Later = lazy(async () => ({
    default: choose(await loadWithRetry(load)),
  })) as ComponentType<Props>
  return function LazyComponent(props: Props) {
    // Kept for as long as it is shown: another component in its place would begin anew.
    const [Shown] = useState(() => (load.loaded === undefined ? Later : choose(load.loaded)))
    return <Shown {...props} />
  }
}
