import { discovery, type Toolset } from '@repertoire/core'

/** Every toolset an organisation may choose from, in the order agents are told of them. */
export const knownToolsets: readonly Toolset[] = [discovery]
