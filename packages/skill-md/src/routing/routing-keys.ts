import type { RoutingFields } from '../fields/routing-fields.ts'

/** The namespace of our keys in `metadata`. */
export const routingNamespace = 'repertoire'

/** The key of each field after `repertoire.`, and its other accepted spellings. */
export const routingKeys: Readonly<Record<keyof RoutingFields, readonly [string, ...string[]]>> = {
  priority: ['priority'],
  summary: ['summary'],
  toolNames: ['tool_names', 'toolNames'],
  keywords: ['keywords'],
  negativeKeywords: ['negative_keywords', 'negativeKeywords'],
  stages: ['stages', 'lifecycle_stages', 'lifecycleStages'],
  assetClasses: ['asset_classes', 'assetClasses'],
  signalSources: ['signal_sources', 'signalSources'],
  coActivate: ['co_activate', 'coActivate'],
  requiresEnv: ['requires_env', 'requiresEnv'],
  requiresTools: ['requires_tools', 'requiresTools'],
  requiresToolsets: ['requires_toolsets', 'requiresToolsets'],
  fallbackForTools: ['fallback_for_tools', 'fallbackForTools'],
  platforms: ['platforms'],
}
