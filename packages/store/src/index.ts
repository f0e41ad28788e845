export { type OpenIndexStorage, openIndexStorage } from './blobs/open-index-storage.ts'
export { type FolderLock, lockFolder } from './database/lock-folder.ts'
export { databaseFile, openStore, type StoreOptions } from './open-store.ts'
