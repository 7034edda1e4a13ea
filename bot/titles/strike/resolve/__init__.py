"""Legal actions become what happens, module by module of the rules."""
