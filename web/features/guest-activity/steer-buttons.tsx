import { SteerButton } from './steer-button.tsx';
import { steersFor } from './steers.ts';

interface SteerButtonsProps {
  ip: string;
  page: string | null;
  guest: string;
}

export const SteerButtons = ({ ip, page, guest }: SteerButtonsProps) =>
  steersFor(ip, page).map((steer) => <SteerButton key={steer} steer={steer} ip={ip} guest={guest} />);
