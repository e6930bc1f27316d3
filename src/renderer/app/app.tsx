import { ToastProvider } from '../ui/toast';
import { NavigationContext, useNavigationState } from './navigation';
import { Shell } from './shell';

export function App() {
  const navigation = useNavigationState();
  return (
    <ToastProvider>
      <NavigationContext value={navigation}>
        <Shell />
      </NavigationContext>
    </ToastProvider>
  );
}
