import { KeyList } from '../../../features/programs/keys/key-list.tsx';

export const ApiKeysPage = () => <KeyList />;
