import type { RoutingEnvironment } from '../choose/routing/conditions.ts'

/** An environment on Linux without settings, tools and toolsets. */
export async function bareEnvironment(): Promise<RoutingEnvironment> {
  return { env: new Set(), tools: new Set(), toolsets: new Set(), platform: 'linux' }
}
