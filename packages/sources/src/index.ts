export type { ConnectTarget, OutboundConnect } from './git/connect-proxy.ts'
export { createGitReader, type GitReaderOptions } from './git/git-source.ts'
export { remoteLimits } from './http/limits.ts'
export type { HostedReaderOptions, OutboundFetch, OutboundInit } from './http/outbound-fetch.ts'
export { createIntegrationFolders } from './integrations/integration-folders.ts'
export { integrationLimits } from './integrations/limits.ts'
export {
  createPluginMarketplaceReader,
  type PluginMarketplaceOptions,
} from './plugin-marketplace/plugin-marketplace-source.ts'
export { createClawHubRegistry } from './registries/clawhub.ts'
export { createRegistryConnector } from './registries/open-registry.ts'
export { createRegistryReader } from './registries/registry-source.ts'
export { createSkillsShRegistry, type RegistryOptions } from './registries/skills-sh.ts'
export {
  createSampleReader,
  readSkillFolders,
  type SampleReaderOptions,
} from './samples/sample-folder.ts'
export { createTarballReader } from './tarball/tarball-source.ts'
export { rawUrl } from './url/raw-url.ts'
export { createUrlReader } from './url/url-source.ts'
export { createWellKnownReader, type WellKnownOptions } from './well-known/well-known-source.ts'
