export { createIntegrationFolders } from './integrations/integration-folders.ts'
export { integrationLimits } from './integrations/limits.ts'
