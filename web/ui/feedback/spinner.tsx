import { LoaderCircle } from 'lucide-react';

export const Spinner = () => <LoaderCircle size={16} className="animate-spin" aria-hidden />;
