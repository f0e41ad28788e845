export { type OpenIndexStorage, openIndexStorage } from './blobs/open-index-storage.ts'
export { type FolderLock, lockFolder } from './database/lock-folder.ts'
export { isPostgresUrl } from './database/postgres-url.ts'
export { databaseFile, openStore, type StoreOptions } from './open-store.ts'
