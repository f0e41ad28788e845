import { queryClient } from '../../shared/api/queries.ts'

/** After a change of connectors or of who may use them. */
export const refreshConnectors = () => queryClient.invalidateQueries({ queryKey: ['connectors'] })
