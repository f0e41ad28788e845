/** The installed program; undefined until `node scripts/temporal/install.mjs` has put it there. */
export declare function findTemporal(): string | undefined
export declare function installTemporal(): void
