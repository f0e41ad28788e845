import { lazyRouteComponent } from '@tanstack/react-router'
import { loadOnceReachable } from './reachability.ts'

/** A page whose code is loaded when it is first opened; without a network, once there is one. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadOnceReachable(load), name)
